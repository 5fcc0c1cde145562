import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/db/testing";
import type { Database } from "@/lib/postgres/open-database";
import { onlyOn } from "@/lib/postgres/testing";
import { type BusEvent, closeBus, eventsSince, latestEventId, publish, subscribe } from "./bus";
import { closeStreams, countStreams, openStream } from "./stream-hub";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(async () => {
  closeStreams();
  await closeBus();
  await db.close();
});

describe("the bus", () => {
  it("tells every subscriber what changed, once", async () => {
    const heard: BusEvent[][] = [[], []];
    const stops = await Promise.all(heard.map((events) => subscribe((event) => events.push(event))));
    await publish(["cards", "card:1", "cards"]);
    await vi.waitFor(() => {
      for (const events of heard)
        expect(events.map(({ topic }) => topic).sort()).toEqual(["card:1", "cards"]);
    });
    for (const stop of stops) stop();
    await publish(["audit"]);
    await vi.waitFor(async () => expect(await latestEventId()).toBe(3));
    expect(heard[0]).toHaveLength(2);
  });

  it("tells whoever comes back what was missed", async () => {
    const seen = await latestEventId();
    await publish(["reports"]);
    await publish(["webhooks"]);
    const missed = (await eventsSince(seen)).filter(({ id }) => id > seen);
    expect(missed.map(({ topic }) => topic)).toEqual(["reports", "webhooks"]);
  });

  // The embedded engine listens in-process: it has no connection to lose.
  onlyOn("postgres", () => {
    it("goes on after its connection was cut, with nothing missed", async () => {
      const heard: string[] = [];
      const stop = await subscribe(({ topic }) => heard.push(topic));
      await db.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
      );
      await publish(["card:cut"]);
      await vi.waitFor(() => expect(heard).toContain("card:cut"), { timeout: 10_000 });
      stop();
    });
  });
});

describe("a server that is stopping", () => {
  it("ends its streams and opens no more, so that a browser does not come back to it", async () => {
    const actor = {
      id: "1",
      name: "Ada",
      email: "ada@cardwell.test",
      role: "admin",
      sessionId: "1",
    } as const;
    const reader = (await openStream(actor, null))?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: ready");
    const late = openStream(actor, null);
    closeStreams();
    expect((await reader?.read())?.done).toBe(true);
    expect(await late).toBeNull();
    expect(await openStream(actor, null)).toBeNull();
    expect(countStreams()).toBe(0);
  });
});
