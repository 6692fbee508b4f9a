// Work in the background, so that the page answers at once.

/** The engine of the page itself, and its compiled module, which workers share. */
let engine = null;
let engineModule = null;

async function startEngine() {
  const packed = Uint8Array.from(atob(byId("program").textContent.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  engineModule = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  engine = await Engine.start(engineModule);
}

/** Answers one question at a time, in a worker that ends with it. */
class Helper {
  #worker = null;

  get isBusy() {
    return this.#worker !== null;
  }

  /** Asks in the background, instead of what was asked before. The answers of a measurement come again and again. */
  ask(question, onAnswer, onError) {
    this.stop();
    const script = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    const worker = new Worker(script);
    URL.revokeObjectURL(script);
    const take = ({ answer, error, isLast }) => {
      if (this.#worker !== worker) return;
      if (isLast) this.stop();
      if (error === undefined) onAnswer(answer);
      else onError(error);
    };
    worker.addEventListener("message", ({ data }) => take(data));
    worker.addEventListener("error", ({ message }) =>
      take({ error: message || "the work in the background ended unexpectedly", isLast: true }));
    worker.postMessage({ module: engineModule, question });
    this.#worker = worker;
  }

  /** Forgets what was asked. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
