import type { CallName, TableWorkerCalls, WorkerRequest, WorkerResponse } from "./table-worker-calls";

type Pending = {
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
  onProgress: ((done: number) => void) | undefined;
};

/** Reads and checks files in a thread of its own, so that the page stays usable. It starts with the first call. */
export class TableWorker {
  #worker: Worker | null = null;
  #pending = new Map<number, Pending>();
  #lastId = 0;

  call<Name extends CallName>(
    name: Name,
    input: TableWorkerCalls[Name]["input"],
    onProgress?: (done: number) => void,
  ): Promise<TableWorkerCalls[Name]["result"]> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    // TypeScript can't relate the name to its input.
    this.#worker.postMessage({ id, name, input } as WorkerRequest);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, onProgress }));
  }

  /** Ends all calls, at whatever point they are. Also if it fails: a file may need more memory than there is. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new Error("The worker was stopped."));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerResponse>) => {
      const call = this.#pending.get(data.id);
      if ("done" in data) call?.onProgress?.(data.done);
      else {
        this.#pending.delete(data.id);
        call?.resolve(data.result as never);
      }
    });
    worker.addEventListener("error", () => this.stop());
    return worker;
  }
}
