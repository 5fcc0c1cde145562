import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { pool } from "@/lib/db/database";
import type { BackgroundWork } from "@/lib/domain/work-description";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { deliverAlerts } from "./deliveries";
import { claimCheck, MACHINE_READERS, PROGRAM_READERS, sendHead, watchConditions } from "./watch-conditions";

const LOOK_EVERY_MS = 10_000;
const MACHINE_EVERY_MS = 60_000;

type Loop = { stop(): Promise<void> };

const slot = processWide<Loop>("alerts-work");

/** Not a job of the queue, because it must also tell that the queue has stopped. */
export const alertsWork: BackgroundWork = {
  name: "alerts",
  title: "Alerts",
  purpose:
    "Looks for conditions that somebody should know of, tells the alert channels when one begins and when it is over, and sends them the head of the audit log every hour.",
  trigger: "Every minute. Messages are sent every 10 seconds if any is waiting.",
  concurrency:
    "One instance reads the conditions of a minute, and changes of alerts are serialized by a lock. Each message is claimed by one process before it is sent, and each channel gets its messages in order.",
  retries:
    "A message that the receiver didn’t accept is sent again after 1 to 15 minutes, for a day. A condition that can’t be read stays as it was.",
  crash:
    "Up to a minute without a look. A message whose sending was interrupted is sent again with the same ID after two minutes.",
  start: startAlerts,
  stop: stopAlerts,
};

function startAlerts(): void {
  slot.current ??= runAlerts();
}

async function stopAlerts(): Promise<void> {
  const loop = slot.current;
  slot.current = undefined;
  await loop?.stop();
}

function runAlerts(): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let machineReadAt = Number.NEGATIVE_INFINITY;
  const deliveries = new Set<Promise<void>>();

  async function look(): Promise<void> {
    if (performance.now() - machineReadAt >= MACHINE_EVERY_MS) {
      machineReadAt = performance.now();
      await watchConditions(MACHINE_READERS);
    }
    if (await claimCheck(await pool())) {
      await watchConditions(PROGRAM_READERS);
      await sendHead();
    }
    deliver();
  }

  /** Looking goes on meanwhile: a receiver that takes long for each message must not hold up the alerts of others. */
  function deliver(): void {
    const delivery = deliverAlerts()
      .catch((error) => log().error({ err: error }, "Could not deliver alerts"))
      .finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error) => log().error({ err: error }, "Could not look after alerts"));
      await pause(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(deliveries);
    },
  };
}
