import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "./process-table.mjs";

export type RunningCommand = {
  pid: number;
  /** Everything printed so far. */
  output: () => string;
  waitForOutput: (text: string) => Promise<void>;
  waitForExit: () => Promise<number | null>;
  tree: () => number[];
  /** Signals the whole process group, like a terminal does. */
  signalGroup: (signal: NodeJS.Signals) => void;
  killAll: () => void;
};

/** Runs a command in its own process group, like a terminal does. */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string | undefined>,
  cwd = resolve(import.meta.dirname, ".."),
): RunningCommand {
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
    waitForOutput: async (text) => {
      const hasExited = exit.then(() => true);
      while (!output.includes(text)) {
        if (await Promise.race([hasExited, sleep(20, false)])) {
          throw new Error(`It exited without printing ${JSON.stringify(text)}:\n${output}`);
        }
      }
    },
    waitForExit: () => exit,
    tree,
    signalGroup: (signal) => process.kill(-pid, signal),
    killAll: () => {
      tree();
      for (const member of seen) killIfRunning(member);
    },
  };
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had already exited.
  }
}
