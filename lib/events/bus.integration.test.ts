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
  it("tells every subscriber what changed, once", async () => {
    const heard: BusEvent[][] = [[], []];
    const stops = await Promise.all(heard.map((events) => subscribe((event) => events.push(event))));
    await publish(["cards", "card:1", "cards"]);
    for (const events of heard)
      await expect.poll(() => events.map(({ topic }) => topic).sort()).toEqual(["card:1", "cards"]);
    for (const stop of stops) stop();
    await publish(["audit"]);
    await expect.poll(latestEventId).toBe(3);
    expect(heard[0]).toHaveLength(2);
  });

  it("tells whoever comes back what was missed", async () => {
    const seen = await latestEventId();
    await publish(["reports"]);
    await publish(["webhooks"]);
    expect((await eventsSince(seen)).map(({ topic }) => topic)).toEqual(["reports", "webhooks"]);
  });

  it("numbers events in the order in which they can be read, however many publish at once", async () => {
    const seen = await latestEventId();
    const heard: number[] = [];
    const stop = await subscribe(({ id }) => id > seen && heard.push(id));
    await Promise.all(Array.from({ length: 300 }, (_, number) => publish([`card:${number}`])));
    await expect.poll(() => heard).toHaveLength(300);
    expect(heard).toEqual((await eventsSince(seen)).map(({ id }) => id));
    stop();
  });

  it("says that everything may have changed when more was missed than it replays", async () => {
    const seen = await latestEventId();
    await db.pool.query("insert into events (topic) select 'card:' || n from generate_series(1, 1001) n");
    const latest = await latestEventId();
    expect(await eventsSince(seen)).toEqual([{ id: latest, topic: EVERYTHING }]);
    expect(await eventsSince(seen + 1)).toHaveLength(1000);
  });

  it("says the same to whoever was away for longer than events are kept", async () => {
    await publish(["cards"]);
    const seen = await latestEventId();
    await publish(["cards"]);
    await db.pool.query("update events set at = now() - interval '2 hours'");
    const latest = await latestEventId();
    await pruneJob.run({});
    expect(await latestEventId()).toBe(latest);
    expect(await eventsSince(seen)).toEqual([{ id: latest, topic: EVERYTHING }]);
    expect(await eventsSince(latest)).toEqual([]);
    // An id that this database never gave: the browser has seen another one.
    expect(await eventsSince(latest + 50)).toEqual([{ id: latest, topic: EVERYTHING }]);
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
      await expect.poll(() => heard).toContain("card:cut");
      stop();
    });
  });
});

const ADA = { id: "1", name: "Ada", email: "ada@cardwell.test", role: "admin", sessionId: "1" } as const;

/** Everything that one stream says until it has heard the topic `last`. */
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
  it("tells every event once, also those between reading what was missed and listening", async () => {
    await publish(["cards"]);
    const seen = await latestEventId();
    const topics = Array.from({ length: 60 }, (_, number) => `card:${number}`);
    const opening: Promise<string[]>[] = [];
    for (const topic of topics) {
      // Each of another person: one person has only so many.
      const actor = { ...ADA, id: crypto.randomUUID() };
      opening.push(openStream(actor, seen).then((stream) => readUntil(stream, "reports")));
      await publish([topic]);
    }
    await publish(["reports"]);
    for (const heard of await Promise.all(opening)) expect(heard).toEqual([...topics, "reports"]);
  });

  it("is ready only once all that was missed has been said: a cut before that loses nothing", async () => {
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
  it("ends its streams and opens no more, so that a browser does not come back to it", async () => {
    const reader = (await openStream(ADA, null))?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: ready");
    const late = openStream(ADA, null);
    closeStreams();
    expect((await reader?.read())?.done).toBe(true);
    expect(await late).toBeNull();
    expect(await openStream(ADA, null)).toBeNull();
    expect(countStreams()).toBe(0);
  });
});
