import { createHook } from "node:async_hooks";
import { stat } from "node:fs";

const realSetImmediate = setImmediate;

/** Everything else is work of the thread pool: password hashes, key derivation, compression, files. */
const IN_THIS_THREAD = new Set(["PROMISE", "TickObject", "Immediate", "Timeout", "Microtask"]);

/** Compression goes to the pool several times, of which only the first is seen. */
const FENCES = 4;

let poolWork = 0;
let isFence = false;

createHook({
  init(_, type) {
    if (!isFence && !IN_THIS_THREAD.has(type)) poolWork += 1;
  },
}).enable();

/** Waits until no code can continue without the next event: no microtask is left, and the thread pool is idle. */
export async function settle(): Promise<void> {
  let seen: number;
  do {
    seen = poolWork;
    await passImmediate();
    if (poolWork !== seenAtLastFence) for (let fence = 0; fence < FENCES; fence++) await passFence();
  } while (poolWork !== seen);
}

let seenAtLastFence = 0;

function passImmediate(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve));
}

/** The pool has one thread (UV_THREADPOOL_SIZE) and works in order, so all earlier work has ended when this ends. */
async function passFence(): Promise<void> {
  seenAtLastFence = poolWork;
  await new Promise<void>((resolve) => {
    isFence = true;
    stat("/", () => resolve());
    isFence = false;
  });
  await passImmediate();
}
