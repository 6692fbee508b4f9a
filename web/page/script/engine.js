// Questions to the engine, which is compiled to WebAssembly. Workers use this file too.

class Engine {
  /** Starts an engine of its own from the compiled module. */
  static async start(module) {
    const instance = await WebAssembly.instantiate(module, { outside: { now: () => performance.now() } });
    return new Engine(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  #bytes(address, length) {
    return new Uint8Array(this.exports.memory.buffer, address, length);
  }

  /** Has the question answered. An engine that failed cannot go on. */
  #answer() {
    try {
      return this.exports.answer();
    } catch (failure) {
      throw new Error(`the engine failed (${failure.message}); reload the page`, { cause: failure });
    }
  }

  /** Returns the answer to a question such as `{ ask: "catalogue" }`; throws an error in words. */
  ask(question) {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    this.#bytes(this.exports.room(bytes.length), bytes.length).set(bytes);
    const length = this.#answer();
    const { ok, error } = JSON.parse(new TextDecoder().decode(this.#bytes(this.exports.address(), length)));
    if (error !== undefined) throw new Error(error);
    return ok;
  }
}
