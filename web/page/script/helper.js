// Work in the background: each helper has one worker at a time, which is ended to stop it.

/** The engine of the page itself, and its compiled module, which workers share. */
let engine = null;
let engineModule = null;

async function startEngine() {
  const packed = Uint8Array.from(atob(byId("program").textContent.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  engineModule = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  engine = await Engine.start(engineModule);
}

const workerAddress = () => URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));

class Helper {
  #worker = null;

  /** Whether it is at work. */
  get isBusy() {
    return this.#worker !== null;
  }

  /** Asks in the background, instead of what was asked before; `onAnswer` may be called several times. */
  ask(question, onAnswer, onError) {
    this.stop();
    const address = workerAddress();
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.#worker = worker;
    const fail = (message) => {
      this.stop();
      onError(message);
    };
    worker.addEventListener("message", ({ data: { answer, error } }) => {
      if (this.#worker !== worker) return;
      if (error !== undefined) return fail(error);
      if (question.ask !== "measure") this.stop();
      onAnswer(answer);
    });
    worker.addEventListener("error", (event) => {
      if (this.#worker === worker) fail(event.message || "the background work stopped unexpectedly");
    });
    worker.postMessage({ module: engineModule, question });
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
