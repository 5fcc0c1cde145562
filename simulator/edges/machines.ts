import { AsyncLocalStorage } from "node:async_hooks";

/** A simulated process: a dashboard, or the issuer. After a crash a new machine takes its place. */
export type Machine = {
  name: string;
  isAlive: boolean;
  /** What waits for it while it is paused; null while it runs. */
  held: (() => void)[] | null;
  /** How far its clock is ahead of the databases'. */
  clockOffsetMs: number;
  /** What `processWide` stores, by name. */
  slots: Map<string, { current: unknown }>;
  logLines: string[];
  /** Called when it crashes: connections are cut, and whoever waits for it gets no response. */
  onCrash: Set<() => void>;
  /** Called when its own code ends the process. */
  onExit(): void;
};

/** The browser request that a machine is handling. */
export type BrowserRequest = { cookie: string | null; operationId: string | null };

type Context = { machine: Machine; request: BrowserRequest | null };

const storage = new AsyncLocalStorage<Context>();

export function createMachine(name: string, clockOffsetMs = 0): Machine {
  return {
    name,
    isAlive: true,
    held: null,
    clockOffsetMs,
    slots: new Map(),
    logLines: [],
    onCrash: new Set(),
    onExit: () => undefined,
  };
}

export function currentContext(): Context | undefined {
  return storage.getStore();
}

export function currentMachine(): Machine {
  const context = storage.getStore();
  if (!context) throw new Error("Not called on a simulated machine");
  return context.machine;
}

export function runOn<T>(machine: Machine, request: BrowserRequest | null, work: () => T): T {
  return storage.run({ machine, request }, work);
}

/** What is under way in the world, such as a sent request, goes on when the machine crashes. */
export function inWorld<T>(work: () => T): T {
  return storage.exit(work);
}

/** Runs in the context that was current earlier, unless its machine has crashed since; later if it is paused. */
export function resume(context: Context | undefined, work: () => void): void {
  if (!context) work();
  else if (context.machine.held) context.machine.held.push(() => resume(context, work));
  else if (context.machine.isAlive) storage.run(context, work);
}

/** Its timers and what it receives wait, while the world goes on, as on a virtual machine that is moved. */
export function pause(machine: Machine): void {
  machine.held ??= [];
}

export function unpause(machine: Machine): void {
  const held = machine.held ?? [];
  machine.held = null;
  for (const run of held) run();
}

/** Nothing that a crashed machine waits for resumes it, so its code just stops. */
export function crash(machine: Machine): void {
  machine.isAlive = false;
  for (const notify of machine.onCrash) notify();
  machine.onCrash.clear();
}

/** Gives each machine its own `processWide` values (lib/process-wide.ts). */
export function replaceProcessSlots(): void {
  const handles = new Map<string, { current: unknown }>();
  const createHandle = (name: string) => {
    const find = () => currentContext()?.machine.slots;
    const handle = {
      get current() {
        return find()?.get(name)?.current;
      },
      set current(value: unknown) {
        find()?.set(name, { current: value });
      },
    };
    handles.set(name, handle);
    return handle;
  };
  Object.assign(globalThis, {
    cardwell: new Proxy({}, { get: (_, name) => handles.get(String(name)) ?? createHandle(String(name)) }),
  });
}
