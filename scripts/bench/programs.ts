import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { UNSET_SETTINGS } from "@/scripts/unset-settings";

type Options = { cwd: string; env?: Record<string, string> };

const START_TIMEOUT_MS = 180_000;

/** Runs a program to completion; its output is part of the error if it fails. */
export async function runNode(args: string[], options: Options): Promise<void> {
  const { child, output } = launch(args, options);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}\n${output()}`);
}

export type Program = { pid: number; stop(): Promise<void> };

/** Starts a program and waits until it is ready. */
export async function startNode(args: string[], options: Options & { readyUrl: string }): Promise<Program> {
  const { child, output } = launch(args, options);
  const program = { pid: child.pid ?? 0, stop: () => stopChild(child) };
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended\n${output()}`);
    const isReady = await fetch(options.readyUrl, { redirect: "manual" }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isReady) return program;
  }
  await program.stop();
  throw new Error(`${args.join(" ")} did not become ready\n${output()}`);
}

function launch(args: string[], { cwd, env = {} }: Options) {
  const printed: string[] = [];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...UNSET_SETTINGS, NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (chunk) => printed.push(String(chunk)));
  child.stderr.on("data", (chunk) => printed.push(String(chunk)));
  return { child, output: () => printed.join("") };
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
  });
}
