import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { type Actor, createSession, findActor } from "@/lib/auth/sessions";
import type { Role } from "@/lib/domain/permissions";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { closeBus } from "./bus";
import { closeStreams, countStreams, openStream } from "./stream-hub";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  closeStreams();
  await closeBus();
  await db.close();
});

async function come(role: Role): Promise<Actor> {
  const person = await findPersonByEmail(db.pool, DEMO_PEOPLE[role].email);
  const sid = await createSession(db.pool, { personId: person?.id ?? "", address: null, userAgent: null });
  const actor = await findActor(sid);
  if (!actor) throw new Error("no session");
  return actor;
}

async function open(actor: Actor): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const reader = (await openStream(actor, null))?.getReader();
  if (!reader) throw new Error("no stream");
  await reader.read();
  return reader;
}

/** Reads on until the stream says this; fails if it ends before. */
async function hear(reader: ReadableStreamDefaultReader<Uint8Array>, words: string): Promise<string> {
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended without ${words}`);
    const text = new TextDecoder().decode(value);
    if (text.includes(words)) return text;
  }
}

const isIdleFor = (seconds: number, { sessionId }: Actor) =>
  db.pool.query("update sessions set last_seen_at = now() - make_interval(secs => $2) where id = $1", [
    sessionId,
    seconds,
  ]);

describe("event streams", () => {
  it("are at most 50 for one person, whatever number of sessions: the oldest gives way, and is told to stay away", async () => {
    const [here, there] = [await come("support"), await come("support")];
    const others = await open(await come("auditor"));
    const readers = [];
    for (let opened = 0; opened < 55; opened += 1) readers.push(await open(opened % 2 === 0 ? here : there));
    expect(countStreams()).toBe(51);
    for (const reader of readers.slice(0, 5)) {
      await hear(reader, "event: displaced");
      expect((await reader.read()).done).toBe(true);
    }
    for (const reader of [...readers.slice(5), others]) await reader.cancel();
    expect(countStreams()).toBe(0);
  });

  it("warn before the session ends for being idle, and say when it no longer will", async () => {
    const actor = await come("support");
    const reader = await open(actor);
    await isIdleFor(29 * 60, actor);
    expect(await hear(reader, "event: idle")).toContain('"isEndingSoon":true');
    await isIdleFor(0, actor);
    expect(await hear(reader, "event: idle")).toContain('"isEndingSoon":false');
    await isIdleFor(31 * 60, actor);
    await hear(reader, "event: signed-out");
    await expect.poll(async () => (await reader.read()).done).toBe(true);
  });
});
