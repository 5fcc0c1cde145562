import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "./process-table.mjs";

export type Run = {
  pid: number;
  /** All that it has said so far. */
  output: () => string;
  says: (text: string) => Promise<void>;
  ended: () => Promise<number | null>;
  tree: () => number[];
  /** As a terminal does it: to the command, its shell and what that runs alike. */
  signalTerminal: (signal: NodeJS.Signals) => void;
  killAll: () => void;
};

/** Runs a command of this repository as a terminal would, for a test to watch. */
export function run(
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
  cwd = resolve(import.meta.dirname, ".."),
): Run {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const pid = child.pid ?? 0;
  const exit = new Promise<number | null>((done) => child.once("close", done));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const seen = new Set<number>();
  const tree = () => {
    const members = processTree(pid);
    for (const member of members) seen.add(member);
    return members;
  };
  return {
    pid,
    output: () => output,
    says: async (text) => {
      const hasEnded = exit.then(() => true);
      while (!output.includes(text)) {
        if (await Promise.race([hasEnded, sleep(20, false)])) {
          throw new Error(`It ended without saying ${JSON.stringify(text)}:\n${output}`);
        }
      }
    },
    ended: () => exit,
    tree,
    signalTerminal: (signal) => process.kill(-pid, signal),
    killAll: () => {
      tree();
      for (const member of seen) tryToKill(member);
    },
  };
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had ended already.
  }
}
