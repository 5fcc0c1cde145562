import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isGroupRunning } from "./process-table.mjs";

/**
 * @typedef {object} Started
 * @property {Promise<string>} exited resolves to how it ended, in words
 * @property {(isShown?: (line: string) => boolean) => void} releaseOutput shows what it has written so far, or the part
 *   of it that passes the filter, and everything from now on
 */

/**
 * Each child leads a process group of its own: a Ctrl-C in the terminal reaches only us, and whatever
 * a child has started itself can be ended with it.
 * @param {{ cwd: string, env: () => NodeJS.ProcessEnv }} options
 */
export function createProcessGroups({ cwd, env }) {
  /** @type {Set<number>} */
  const groups = new Set();
  let isStopping = false;

  // The last resort, for a crash of our own as well: nothing outlives this process.
  process.on("exit", () => signalAll("SIGKILL"));

  /** @param {NodeJS.Signals} signal */
  function signalAll(signal) {
    for (const group of groups) signalGroup(group, signal);
  }

  /** @param {number} withinMs */
  async function areAllGone(withinMs) {
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
     * Runs a command to its end, on our output.
     * @param {string} command
     * @param {string[]} args
     * @param {Record<string, string>} [extraEnv]
     * @returns {Promise<number>} its exit code, 1 when it could not run or was killed; never settles once
     *   we are stopping, so that nobody goes on from there
     */
    run(command, args, extraEnv = {}) {
      if (isStopping) return new Promise(() => {});
      const child = spawn(command, args, {
        cwd,
        env: { ...env(), ...extraEnv },
        detached: true,
        stdio: ["ignore", "inherit", "inherit"],
      });
      const group = child.pid ?? Number.NaN;
      if (child.pid) groups.add(child.pid);
      return new Promise((resolve) => {
        child.once("error", (error) => {
          console.error(`${command} could not run: ${error.message}`);
          resolve(1);
        });
        child.once("exit", (code) => {
          // Its number may be given to somebody else's group from now on.
          if (!isGroupRunning(group)) groups.delete(group);
          if (!isStopping) resolve(code ?? 1);
        });
      });
    },

    /**
     * Starts a Node program that is to go on until it is stopped. It gets a channel to us, whose closing
     * tells it that we are gone. What it says is held back until it is known to be up or down.
     * @param {string[]} args
     * @param {Record<string, string>} extraEnv
     * @param {(line: string) => string} format
     * @returns {Started}
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
      let held = [];
      /** @param {string} line */
      const show = (line) => console.log(format(line));
      /** @param {string} line */
      const holdOrShow = (line) => (held ? held.push(line) : show(line));
      for (const input of [child.stdout, child.stderr]) {
        if (input) createInterface({ input }).on("line", holdOrShow);
      }
      return {
        exited: new Promise((resolve) => {
          child.once("error", (error) => resolve(error.message));
          // "close" comes after the last line of output, "exit" may come before it.
          child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
        }),
        releaseOutput: (isShown = () => true) => {
          for (const line of held ?? []) if (isShown(line)) show(line);
          held = null;
        },
      };
    },

    /**
     * Asks all groups to end, and ends those that have not within the grace period.
     * @param {{ signal: NodeJS.Signals, graceMs: number }} options
     */
    async stopAll({ signal, graceMs }) {
      isStopping = true;
      signalAll(signal);
      if (await areAllGone(graceMs)) return;
      signalAll("SIGKILL");
      await areAllGone(1_000);
    },
  };
}

/** @typedef {ReturnType<typeof createProcessGroups>} ProcessGroups */

/**
 * Calls `stop` for the first signal to end, and `kill` for a Ctrl-C after that.
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
      // npm passes on the Ctrl-C that the terminal has given us already: those two are one.
      if (signal === "SIGINT" && Date.now() - stoppedAt > 500) kill();
    });
  }
  // A terminal that has gone away refuses our last words; that must not keep us from ending the children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // All of it had ended already.
  }
}
