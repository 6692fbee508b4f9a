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

class Helper {
  #worker = null;

  /** What to do with an answer and with an error, while it is at work. */
  #asked = null;

  get isBusy() {
    return this.#asked !== null;
  }

  #start() {
    const address = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.addEventListener("message", ({ data: { answer, error } }) => {
      if (this.#worker !== worker || !this.isBusy) return;
      const { isEndless, onAnswer, onError } = this.#asked;
      if (error !== undefined || !isEndless) this.#asked = null;
      if (error !== undefined) onError(error);
      else onAnswer(answer);
    });
    worker.addEventListener("error", (event) => {
      if (this.#worker !== worker) return;
      const asked = this.#asked;
      this.stop();
      asked?.onError(event.message || "the work in the background ended unexpectedly");
    });
    return worker;
  }

  /** Asks in the background, instead of what was asked before. The answers of a measurement come again and again. */
  ask(question, onAnswer, onError) {
    if (this.isBusy) this.stop();
    this.#worker ??= this.#start();
    this.#asked = { isEndless: question.ask === "measure", onAnswer, onError };
    this.#worker.postMessage({ module: engineModule, question });
  }

  /** Forgets what was asked. A worker at work can only be ended. */
  stop() {
    if (!this.isBusy) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#asked = null;
  }
}
