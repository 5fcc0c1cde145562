import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readSecretUses, recordSecretUse } from "@/lib/db/secret-uses";
import { type Instance, MINUTE_MS, startOfMinute } from "@/lib/domain/instances/instance-minute";
import { describeLastHour } from "@/lib/domain/instances/last-hour";
import { MEASURE_NAMES, type MinuteValues } from "@/lib/domain/instances/measures";
import { pruneJob } from "@/lib/jobs/prune";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { readMinutes, writeMinutes } from "./instance-minutes";
import { instanceMinutesWork } from "./instance-minutes-work";
import { readSharedValues } from "./shared-values";

const OLD = "9f2c51d07be84a36a1d8e4537c60bf92";
const NEW = "4be17a90c3d24f5f8a6e02d91c75b3e8";

let db: Database & { close(): Promise<void> };
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(() => db.pool.query("truncate instance_minutes, secret_uses"));

/** Once, so that no minute begins between two of them. */
const CURRENT_MINUTE = startOfMinute(Date.now());

const copy = (build: string): Instance => ({
  id: randomUUID(),
  host: "web-1",
  pid: 4711,
  version: "1.0.0",
  build,
  startedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
});

/** `minutesAgo` counts complete minutes. */
const minuteOf = (instance: Instance, minutesAgo: number, values: Partial<MinuteValues>) => ({
  instance,
  minute: new Date(CURRENT_MINUTE - minutesAgo * MINUTE_MS).toISOString(),
  values: { ...(Object.fromEntries(MEASURE_NAMES.map((name) => [name, null])) as MinuteValues), ...values },
  isLast: false,
});

it("keeps the minutes of two copies apart, and a gap a gap", async () => {
  const [first, second] = [copy("b1"), copy("b2")];
  await writeMinutes(db.pool, [
    minuteOf(first, 3, { requests: 4, pageMs: 120 }),
    minuteOf(first, 70, { requests: 9 }),
  ]);
  await writeMinutes(db.pool, [minuteOf(second, 2, { requests: 1 })]);
  await writeMinutes(db.pool, [minuteOf(first, 1, { requests: 6 }), minuteOf(second, 2, { requests: 2 })]);
  const { readAt, minutes } = await readMinutes(db.pool);
  expect(minutes).toHaveLength(3);
  const { copies, measures } = describeLastHour(readAt, minutes);
  expect(copies.map(({ build, isRunning }) => [build, isRunning]).sort()).toEqual([
    ["b1", true],
    ["b2", true],
  ]);
  const requests = measures.find(({ measure }) => measure === "requests");
  const lines = new Map(copies.map(({ build }, index) => [build, requests?.lines[index]]));
  const recorded = (build: string) =>
    lines
      .get(build)
      ?.slice(-5)
      .filter((value) => value !== null);
  expect(recorded("b1")).toEqual([4, 6]);
  expect(recorded("b2")).toEqual([2]);
  expect(lines.get("b1")?.slice(-6).join()).toContain("4,,6");
});

it("reads a row of another version with other measures", async () => {
  await writeMinutes(db.pool, [minuteOf(copy("b1"), 1, { requests: 1 })]);
  await db.pool.query(`update instance_minutes set measured = '{"requests": 7, "later": 1}'`);
  const { minutes } = await readMinutes(db.pool);
  expect(minutes[0]?.values).toMatchObject({ requests: 7, memoryBytes: null });
  expect(minutes[0]?.values).not.toHaveProperty("later");
});

it("is deleted after two hours", async () => {
  const instance = copy("b1");
  await writeMinutes(db.pool, [minuteOf(instance, 117, {}), minuteOf(instance, 122, {})]);
  await pruneJob.run({});
  const { rows } = await db.pool.query("select from instance_minutes");
  expect(rows).toHaveLength(1);
});

it("lists this process as soon as it has started, and reads what waits in the database", async () => {
  await instanceMinutesWork.start?.();
  await instanceMinutesWork.stop?.();
  const { minutes } = await readMinutes(db.pool);
  expect(new Set(minutes.map(({ instance }) => instance.pid))).toEqual(new Set([process.pid]));
  expect(minutes.at(-1)?.isLast).toBe(true);
  expect(minutes.at(-1)?.values).toMatchObject({ requests: 0, eventStreams: 0 });
  expect(await readSharedValues(db.pool)).toMatchObject({ unprocessedWebhooks: 0 });
});

it("remembers when each secret was used", async () => {
  useSecrets(OLD);
  await recordSecretUse(db.pool);
  await db.pool.query("update secret_uses set first_used_at = now() - interval '9 days'");
  await recordSecretUse(db.pool);
  useSecrets(NEW, [OLD, "d05a83f6172e4c99b4f7a1c86e30d52b"]);
  await recordSecretUse(db.pool);
  const { current, previous } = await readSecretUses(db.pool);
  expect(current).not.toBeNull();
  const [old, unknown] = previous;
  expect((old?.lastUsedAt.getTime() ?? 0) - (old?.firstUsedAt.getTime() ?? 0)).toBeGreaterThan(
    8 * 86_400_000,
  );
  expect(unknown).toBeNull();
});
