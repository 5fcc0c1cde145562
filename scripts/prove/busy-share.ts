import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** How much of the processors other programs use, from 0 to 1. */
export async function measureBusyShare(overMs = 2_000): Promise<number> {
  const before = readTimes();
  await sleep(overMs);
  const after = readTimes();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

function readTimes(): { idle: number; total: number } {
  const times = cpus().map(({ times }) => times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    total: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}
