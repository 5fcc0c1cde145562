import { crash, currentContext, inWorld } from "./machines";

const SIGNALS = new Set<string | symbol>(["SIGINT", "SIGTERM"]);

/** A machine that exits crashes alone, and the signals of this process are not its own. */
export function replaceProcess(): void {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    const machine = currentContext()?.machine;
    if (!machine) return exit(code);
    crash(machine);
    inWorld(() => machine.onExit());
    throw new Error(`${machine.name} exited`);
  };
  const once = process.once.bind(process) as (name: string | symbol, listener: () => void) => NodeJS.Process;
  process.once = ((name: string | symbol, listener: () => void) =>
    currentContext() && SIGNALS.has(name) ? process : once(name, listener)) as typeof process.once;
}
