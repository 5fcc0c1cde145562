import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import { currentContext } from "./machines";
import { type PendingEvent, time } from "./virtual-time";

type Callback = (...args: unknown[]) => void;

/** What `setTimeout` and `setInterval` return. */
class VirtualTimer {
  #event: PendingEvent | null = null;
  readonly #start: () => PendingEvent;

  constructor(delayMs: number, isRepeated: boolean, run: () => void) {
    this.#start = () =>
      time.schedule(Math.max(1, delayMs), `timer ${delayMs}`, () => {
        this.#event = isRepeated ? this.#start() : null;
        run();
      });
    this.#event = this.#start();
  }

  refresh(): this {
    this.close();
    this.#event = this.#start();
    return this;
  }

  close(): void {
    if (this.#event) time.cancel(this.#event);
    this.#event = null;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/** Replaces the clock and every timer that the product and its libraries use. */
export function replaceClock(): void {
  const RealDate = Date;
  const now = () => Math.floor(time.now + (currentContext()?.machine.clockOffsetMs ?? 0));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  Object.defineProperty(performance, "timeOrigin", { value: 0 });
  Object.defineProperty(performance, "now", { value: () => time.now });

  const clear = (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.close();
  };
  Object.assign(globalThis, {
    setTimeout: (run: Callback, delayMs = 0, ...args: unknown[]) =>
      new VirtualTimer(Number(delayMs) || 0, false, () => run(...args)),
    setInterval: (run: Callback, delayMs = 0, ...args: unknown[]) =>
      new VirtualTimer(Number(delayMs) || 0, true, () => run(...args)),
    setImmediate: (run: Callback, ...args: unknown[]) => new VirtualTimer(0, false, () => run(...args)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  });
  AbortSignal.timeout = (delayMs) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("The operation timed out", "TimeoutError")), delayMs);
    return controller.signal;
  };
  Object.assign(timersPromises, { setTimeout: pause, setInterval: repeat });
  syncBuiltinESMExports();
}

type PauseOptions = { signal?: AbortSignal };

function pause<T>(delayMs?: number, value?: T, { signal }: PauseOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    // Of a machine that has crashed by then, no timer fires, and the signal may be shared by all machines.
    const crashes = currentContext()?.machine.onCrash;
    const stopListening = () => {
      signal?.removeEventListener("abort", onAbort);
      crashes?.delete(stopListening);
    };
    const onAbort = () => {
      clearTimeout(timer);
      stopListening();
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      stopListening();
      resolve(value as T);
    }, delayMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal) crashes?.add(stopListening);
  });
}

async function* repeat<T>(delayMs?: number, value?: T, options: PauseOptions = {}): AsyncGenerator<T> {
  for (;;) yield await pause(delayMs, value as T, options);
}

function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new Error("The operation was aborted", { cause: signal?.reason }), {
    name: "AbortError",
    code: "ABORT_ERR",
  });
}
