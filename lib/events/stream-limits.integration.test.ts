import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { type Actor, createSession, findActor } from "@/lib/auth/sessions";
import type { Role } from "@/lib/domain/people/permissions";
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

async function signInAs(role: Role): Promise<Actor> {
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

/** Throws if the stream ends before it contains the text. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  expectedText: string,
): Promise<string> {
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended without ${expectedText}`);
    const text = new TextDecoder().decode(value);
    if (text.includes(expectedText)) return text;
  }
}

const setIdle = (seconds: number, { sessionId }: Actor) =>
  db.pool.query("update sessions set last_seen_at = now() - make_interval(secs => $2) where id = $1", [
    sessionId,
    seconds,
  ]);

describe("event streams", () => {
  it("are limited to 50 per person over all sessions: the oldest is displaced", async () => {
    const [first, second] = [await signInAs("support"), await signInAs("support")];
    const others = await open(await signInAs("auditor"));
    const readers = [];
    for (let opened = 0; opened < 55; opened += 1)
      readers.push(await open(opened % 2 === 0 ? first : second));
    expect(countStreams()).toBe(51);
    for (const reader of readers.slice(0, 5)) {
      await readUntil(reader, "event: displaced");
      expect((await reader.read()).done).toBe(true);
    }
    for (const reader of [...readers.slice(5), others]) await reader.cancel();
    expect(countStreams()).toBe(0);
  });

  it("warn before an idle session ends, and withdraw the warning after activity", async () => {
    const actor = await signInAs("support");
    const reader = await open(actor);
    await setIdle(29 * 60, actor);
    expect(await readUntil(reader, "event: idle")).toContain('"isEndingSoon":true');
    await setIdle(0, actor);
    expect(await readUntil(reader, "event: idle")).toContain('"isEndingSoon":false');
    await setIdle(31 * 60, actor);
    await readUntil(reader, "event: signed-out");
    await expect.poll(async () => (await reader.read()).done).toBe(true);
  });
});
