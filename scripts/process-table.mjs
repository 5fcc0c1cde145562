import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * A process and all that it has started, directly or not.
 * @param {number} root
 */
export function processTree(root) {
  const all = listProcesses();
  const tree = [root];
  // Grows while it is walked: each process adds its children behind itself.
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree;
}

/** @param {number} pid */
export function isRunning(pid) {
  return listProcesses().some((process) => process.pid === pid);
}

/** @param {number} group */
export function isGroupRunning(group) {
  return listProcesses().some((process) => process.group === group);
}

/**
 * All processes but those that have ended and were not yet collected by their parent: in a container
 * without an init those stay for good, and a signal to them still succeeds.
 * @returns {{ pid: number, parent: number, group: number }[]}
 */
function listProcesses() {
  return existsSync("/proc/self/stat") ? fromProc() : fromPs();
}

function fromProc() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
      } catch {
        return [];
      }
    });
}

function fromPs() {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,state="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state && !state.startsWith("Z"))
    .map(([pid, parent, group]) => ({ pid: Number(pid), parent: Number(parent), group: Number(group) }));
}
