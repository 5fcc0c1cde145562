import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * A process and all its descendants.
 * @param {number} root
 */
export function processTree(root) {
  const all = listProcesses();
  const tree = [root];
  // Grows during the iteration: each process appends its children.
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
 * All processes except zombies: in a container without an init process, zombies stay forever, and signals to them
 * succeed.
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
