import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isGroupRunning } from "./process-table.mjs";

/**
 * @typedef {object} StartedProgram
 * @property {Promise<string>} exited resolves to a description of how it ended
 * @property {(isShown?: (line: string) => boolean) => void} releaseOutput prints the buffered lines that pass the
 *   filter, and all lines from now on
 */

/**
 * Each child gets its own process group, so that a Ctrl-C in the terminal reaches only us, and everything
 * that a child has started can be stopped with it.
 * @param {{ cwd: string, env: () => NodeJS.ProcessEnv }} options
 */
export function createProcessGroups({ cwd, env }) {
  /** @type {Set<number>} */
  const groups = new Set();
  let isStopping = false;

  // A last resort, also if we crash: no child outlives this process.
  process.on("exit", () => signalAll("SIGKILL"));

  /** @param {NodeJS.Signals} signal */
  function signalAll(signal) {
    for (const group of groups) signalGroup(group, signal);
  }

  /** @param {number} withinMs */
  async function waitForAllToExit(withinMs) {
    const deadline = Date.now() + withinMs;
    while (true) {
      for (const group of groups) if (!isGroupRunning(group)) groups.delete(group);
      if (groups.size === 0) return true;
      if (Date.now() > deadline) return false;
      await sleep(20);
    }
  }

  return {
    /**
     * Runs a command to completion. It inherits our output, unless `print` gets what it prints.
     * @param {string} command
     * @param {string[]} args
     * @param {Record<string, string>} [extraEnv]
     * @param {{ niceness?: number, print?: (text: string) => void }} [options]
     * @returns {Promise<number>} its exit code, 1 if it could not run or was killed; never settles once
     *   we are stopping, so that callers don't continue
     */
    run(command, args, extraEnv = {}, { niceness = 0, print } = {}) {
      if (isStopping) return new Promise(() => {});
      const child = spawn(command, args, {
        cwd,
        env: { ...env(), ...extraEnv },
        detached: true,
        stdio: ["ignore", print ? "pipe" : "inherit", print ? "pipe" : "inherit"],
      });
      const group = child.pid ?? Number.NaN;
      if (child.pid) groups.add(child.pid);
      if (child.pid && niceness > 0) setPriority(child.pid, niceness);
      if (print)
        for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print);
      return new Promise((resolve) => {
        child.once("error", (error) => {
          console.error(`${command} could not run: ${error.message}`);
          resolve(1);
        });
        child.once("exit", async (code) => {
          // The system may reuse this process group ID from now on.
          if (!isGroupRunning(group)) groups.delete(group);
          await readToEnd(child);
          if (!isStopping) resolve(code ?? 1);
        });
      });
    },

    /**
     * Starts a Node program that runs until it is stopped. Its IPC channel closes when we are gone. Its output
     * is buffered until `releaseOutput`.
     * @param {string[]} args
     * @param {Record<string, string>} extraEnv
     * @param {(line: string) => string} format
     * @returns {StartedProgram}
     */
    start(args, extraEnv, format) {
      const child = spawn(process.execPath, args, {
        cwd,
        env: { ...env(), ...extraEnv },
        detached: true,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      if (child.pid) groups.add(child.pid);

      /** @type {string[] | null} */
      let buffered = [];
      /** @param {string} line */
      const show = (line) => console.log(format(line));
      /** @param {string} line */
      const bufferOrShow = (line) => (buffered ? buffered.push(line) : show(line));
      for (const input of [child.stdout, child.stderr]) {
        if (input) createInterface({ input }).on("line", bufferOrShow);
      }
      return {
        exited: new Promise((resolve) => {
          child.once("error", (error) => resolve(error.message));
          // "close" is emitted after the last line of output; "exit" may come before it.
          child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
        }),
        releaseOutput: (isShown = () => true) => {
          for (const line of buffered ?? []) if (isShown(line)) show(line);
          buffered = null;
        },
      };
    },

    /**
     * Signals all groups, and kills those that are still running after the grace period.
     * @param {{ signal: NodeJS.Signals, graceMs: number }} options
     */
    async stopAll({ signal, graceMs }) {
      isStopping = true;
      signalAll(signal);
      if (await waitForAllToExit(graceMs)) return;
      signalAll("SIGKILL");
      await waitForAllToExit(1_000);
    },
  };
}

/** @typedef {ReturnType<typeof createProcessGroups>} ProcessGroups */
/** @typedef {Pick<ProcessGroups, "run">} Runner */

/**
 * Calls `stop` for the first stop signal, and `kill` for a second Ctrl-C.
 * @param {{ stop: (signal: NodeJS.Signals) => void, kill: () => void }} handlers
 */
export function onStopSignal({ stop, kill }) {
  let stoppedAt = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (stoppedAt === 0) {
        stoppedAt = Date.now();
        stop(signal);
        return;
      }
      // npm forwards the Ctrl-C that we already received from the terminal, so the two count as one.
      if (signal === "SIGINT" && Date.now() - stoppedAt > 500) kill();
    });
  }
  // Writing to a closed terminal fails, which must not keep us from stopping the children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/**
 * What a process printed last arrives after its exit. A child of its own that outlives it may keep its output open.
 * @param {import("node:child_process").ChildProcess} child
 */
async function readToEnd({ stdout, stderr }) {
  const open = [stdout, stderr].filter((stream) => stream && !stream.readableEnded);
  await Promise.race([Promise.all(open.map((stream) => stream && once(stream, "close"))), sleep(1_000)]);
  for (const stream of open) stream?.destroy();
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // The group had already exited.
  }
}
