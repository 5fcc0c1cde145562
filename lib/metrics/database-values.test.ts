import type pg from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import { DatabaseValues } from "./database-values";
import { createRegistry, type MetricsRegistry } from "./registry";
import { type Source, sample } from "./sources/source";

const db = {} as pg.Pool;
let now = 0;
let registry: MetricsRegistry;
let readMails: () => Promise<number>;
let reads = 0;

const mails: Source = {
  name: "mail",
  metrics: ["cardwell_mails"],
  read: async () => {
    reads += 1;
    return [sample("cardwell_mails", { state: "waiting" }, await readMails())];
  },
};
const audit: Source = {
  name: "audit",
  metrics: ["cardwell_audit_chain_intact"],
  read: async () => [sample("cardwell_audit_chain_intact", {}, 1)],
};

const open = () => new DatabaseValues({ sources: [mails, audit], timeoutMs: 50, now: () => now });
const MAILS = 'cardwell_mails{state="waiting"}';
const failures = (source: string) => `cardwell_metrics_source_failures_total{source="${source}"}`;

async function readValue(series: string): Promise<number | null> {
  const line = (await registry.print()).split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

beforeEach(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  now = 1_000_000;
  reads = 0;
  registry = createRegistry();
  readMails = async () => 3;
});

it("reads at most once in ten seconds", async () => {
  const values = open();
  await values.update(registry, db);
  now += 9_999;
  await values.update(registry, db);
  expect(reads).toBe(1);
  now += 1;
  readMails = async () => 4;
  await values.update(registry, db);
  expect(reads).toBe(2);
  expect(await readValue(MAILS)).toBe(4);
});

it("counts a failure, removes what it can’t confirm, and reads the rest", async () => {
  const values = open();
  await values.update(registry, db);
  expect(await readValue(MAILS)).toBe(3);
  now += 10_000;
  readMails = () => Promise.reject(new Error("relation does not exist"));
  await values.update(registry, db);
  expect(await readValue(MAILS)).toBeNull();
  expect(await readValue(failures("mail"))).toBe(1);
  expect(await readValue(failures("audit"))).toBe(0);
  expect(await readValue("cardwell_audit_chain_intact")).toBe(1);
});

it("doesn’t wait for a slow database, nor ask it twice at once", async () => {
  const values = open();
  let answer = (_: number): void => undefined;
  readMails = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await values.update(registry, db);
  expect(await readValue(MAILS)).toBeNull();
  expect([await readValue(failures("mail")), await readValue(failures("audit"))]).toEqual([1, 1]);
  now += 10_000;
  await values.update(registry, db);
  expect(reads).toBe(1);
  expect(await readValue(failures("mail"))).toBe(2);
  answer(5);
  await vi.waitFor(async () => expect(await readValue("cardwell_audit_chain_intact")).toBe(1));
  expect(await readValue(MAILS)).toBe(5);
});
