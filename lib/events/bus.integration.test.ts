import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERYTHING } from "@/lib/domain/topics";
import { pruneJob } from "@/lib/jobs/prune";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
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
  it("notifies every subscriber of a change once", async () => {
    const received: BusEvent[][] = [[], []];
    const stops = await Promise.all(received.map((events) => subscribe((event) => events.push(event))));
    await publish(["cards", "card:1", "cards"]);
    for (const events of received)
      await expect.poll(() => events.map(({ topic }) => topic).sort()).toEqual(["card:1", "cards"]);
    for (const stop of stops) stop();
    await publish(["audit"]);
    await expect.poll(latestEventId).toBe(3);
    expect(received[0]).toHaveLength(2);
  });

  it("returns the events that a subscriber missed", async () => {
    const seen = await latestEventId();
    await publish(["reports"]);
    await publish(["webhooks"]);
    expect((await eventsSince(seen)).map(({ topic }) => topic)).toEqual(["reports", "webhooks"]);
  });

  it("makes IDs visible in order, even with concurrent publishers", async () => {
    const seen = await latestEventId();
    const received: number[] = [];
    const stop = await subscribe(({ id }) => id > seen && received.push(id));
    await Promise.all(Array.from({ length: 300 }, (_, number) => publish([`card:${number}`])));
    await expect.poll(() => received).toHaveLength(300);
    expect(received).toEqual((await eventsSince(seen)).map(({ id }) => id));
    stop();
  });

  it("reports that everything may have changed if too many events were missed", async () => {
    const seen = await latestEventId();
    await db.pool.query("insert into events (topic) select 'card:' || n from generate_series(1, 1001) n");
    const latest = await latestEventId();
    expect(await eventsSince(seen)).toEqual([{ id: latest, topic: EVERYTHING }]);
    expect(await eventsSince(seen + 1)).toHaveLength(1000);
  });

  it("reports that everything may have changed if the last seen event is no longer stored", async () => {
    await publish(["cards"]);
    const seen = await latestEventId();
    await publish(["cards"]);
    await db.pool.query("update events set at = now() - interval '2 hours'");
    const latest = await latestEventId();
    await pruneJob.run({});
    expect(await latestEventId()).toBe(latest);
    expect(await eventsSince(seen)).toEqual([{ id: latest, topic: EVERYTHING }]);
    expect(await eventsSince(latest)).toEqual([]);
    // An ID that this database never assigned, because the browser was connected to another one.
    expect(await eventsSince(latest + 50)).toEqual([{ id: latest, topic: EVERYTHING }]);
  });

  // The embedded engine listens in-process, so it has no connection to lose.
  onlyOn("postgres", () => {
    it("continues after a lost connection without missing events", async () => {
      const received: string[] = [];
      const stop = await subscribe(({ topic }) => received.push(topic));
      await db.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
      );
      await publish(["card:cut"]);
      await expect.poll(() => received).toContain("card:cut");
      stop();
    });
  });
});

const ADA = { id: "1", name: "Ada", email: "ada@cardwell.test", role: "admin", sessionId: "1" } as const;

/** Returns the stream's topics up to `last`. */
async function readUntil(stream: ReadableStream<Uint8Array> | null, last: string): Promise<string[]> {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  const topics: string[] = [];
  let text = "";
  while (reader && topics.at(-1) !== last) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    topics.length = 0;
    for (const [, topic] of text.matchAll(/"topic":"([^"]+)"/g)) topics.push(topic ?? "");
  }
  await reader?.cancel();
  return topics;
}

describe("a stream", () => {
  it("sends every event once, including those between replaying and subscribing", async () => {
    await publish(["cards"]);
    const seen = await latestEventId();
    const topics = Array.from({ length: 60 }, (_, number) => `card:${number}`);
    const opening: Promise<string[]>[] = [];
    for (const topic of topics) {
      // Each stream has its own person, because the number per person is limited.
      const actor = { ...ADA, id: crypto.randomUUID() };
      opening.push(openStream(actor, seen).then((stream) => readUntil(stream, "reports")));
      await publish([topic]);
    }
    await publish(["reports"]);
    for (const received of await Promise.all(opening)) expect(received).toEqual([...topics, "reports"]);
  });

  it("sends ready after all missed events, so that an earlier disconnect loses none", async () => {
    const seen = await latestEventId();
    await publish(["cards"]);
    const reader = (await openStream(ADA, seen))?.getReader();
    let text = "";
    while (!text.includes("event: ready")) text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text.indexOf('"topic":"cards"')).toBeGreaterThan(-1);
    expect(text.indexOf('"topic":"cards"')).toBeLessThan(text.indexOf("event: ready"));
    await reader?.cancel();
  });
});

describe("a server that is stopping", () => {
  it("ends its streams and opens no new ones", async () => {
    const reader = (await openStream(ADA, null))?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: ready");
    const pendingStream = openStream(ADA, null);
    closeStreams();
    expect((await reader?.read())?.done).toBe(true);
    expect(await pendingStream).toBeNull();
    expect(await openStream(ADA, null)).toBeNull();
    expect(countStreams()).toBe(0);
  });
});
