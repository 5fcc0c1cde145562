import type pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sessionCookie } from "@/lib/auth/cookie";
import { insertPerson } from "@/lib/auth/people";
import { findActor } from "@/lib/auth/sessions";
import { env } from "@/lib/env";
import { createLog } from "@/lib/log";
import type { Database } from "@/lib/postgres/database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInPerson } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { POST } from "./route";

let db: Database;
let sessionId: string;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from people");
  const grace = { email: "grace@example.com", name: "Grace Hopper", role: "support" } as const;
  const personId = (await insertPerson(db.pool, { ...grace, state: "active", passwordHash: null })) ?? "";
  ({ sessionId } = await signInPerson(personId));
});

const hasCookie = () => testRequest.cookies.has(sessionCookie().name);
const signOut = (headers: Record<string, string> = {}) =>
  POST(new Request(new URL("/api/sign-out", env().publicUrl), { method: "POST", headers }));

it("ends the session, deletes the cookie, and clears what the browser has stored", async () => {
  const response = await signOut();
  expect(await response.json()).toEqual({ next: null });
  expect(response.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect(await findActor(sessionId)).toBeNull();
  expect(hasCookie()).toBe(false);
});

it("is refused to another site", async () => {
  expect((await signOut({ origin: "https://evil.example" })).status).toBe(403);
  expect(await findActor(sessionId)).not.toBeNull();
});

it("writes one log line, like every action", async () => {
  const slot = processWide<pino.Logger>("log");
  const usual = slot.current;
  const lines: object[] = [];
  slot.current = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  try {
    await signOut();
  } finally {
    slot.current = usual;
  }
  expect(lines).toMatchObject([
    {
      msg: "Action",
      action: "session.end",
      outcome: "succeeded",
      cardId: null,
      role: "support",
      personId: expect.any(String),
      operationId: expect.any(String),
      durationMs: expect.any(Number),
    },
  ]);
});

it("also works if the session has already ended", async () => {
  await db.pool.query("update sessions set revoked_at = now()");
  expect(await (await signOut()).json()).toEqual({ next: null });
  expect(hasCookie()).toBe(false);
});

it("keeps the person signed in and returns an error if the session can't be ended", async () => {
  await db.pool.query(`
    create function reject_end() returns trigger language plpgsql as $$
    begin
      raise exception 'the session cannot be ended';
    end $$;
    create trigger reject_end before update of revoked_at on sessions
      for each row execute function reject_end();
  `);
  try {
    const response = await signOut();
    expect(await response.json()).toMatchObject({ error: { code: "internal" } });
    expect(response.headers.get("clear-site-data")).toBeNull();
    expect(await findActor(sessionId)).not.toBeNull();
    expect(hasCookie()).toBe(true);
  } finally {
    await db.pool.query("drop function reject_end cascade");
  }
});
