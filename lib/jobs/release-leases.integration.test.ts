import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { beginOperation, finishOperation, recordSending } from "@/lib/audit/operations";
import { issuer } from "@/lib/issuer/issuer";
import { listFiles } from "@/scripts/source-files.mjs";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { intent, NO_RESPONSE, openTestOperations, type TestOperations } from "@/testing/unknown-operations";
import { LEASES, releaseLeases } from "./release-leases";
import { resolveOperationsJob } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

/** Times of what waits, but has no holder. */
const PAUSES = ["next_at", "not_before", "open_until", "ask_at"];
/** Not used on the embedded database. */
const OF_SEVERAL_INSTANCES = ["issuer_gate.open_until", "issuer_gate.probe_until"];

it("every lease ends with its process", async () => {
  const { rows } = await operations.program.db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and udt_name = 'timestamptz'
       and (column_name ~ '(until|claim|lease)' or column_name = 'ends_at')`,
  );
  const held = rows.map(({ name }) => name).filter((name) => !OF_SEVERAL_INSTANCES.includes(name));
  expect(Object.keys(LEASES)).toEqual(expect.arrayContaining(held));
  const { rows: holders } = await operations.program.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'holder'",
  );
  const tables = Object.keys(LEASES).map((name) => name.split(".")[0]);
  expect(tables).toEqual(expect.arrayContaining(holders.map(({ name }) => name)));
});

it("every time that code sets in the future is a lease or a pause", () => {
  const columns = new Set(
    listFiles(process.cwd(), "lib")
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .flatMap((path) => [
        ...readFileSync(path, "utf8").matchAll(
          /(\w+) = (?:case [^=]*? then )?(?:now|clock_timestamp)\(\) \+ (?:\$|\d|interval|make)/g,
        ),
      ])
      .map(([, column]) => column),
  );
  expect(columns.size).toBeGreaterThan(4);
  const known = [...PAUSES, "probe_until", ...Object.keys(LEASES).map((name) => name.split(".")[1])];
  expect([...columns].filter((column) => !known.includes(column))).toEqual([]);
});

it("an action whose process died is resolved at once after a restart", async () => {
  const invitation = intent("person.invite", { name: "New" });
  await beginOperation(invitation);
  await releaseLeases(operations.program.db.pool);
  await resolveOperationsJob.run({});
  expect((await operations.readOperation(invitation)).state).toBe("failed");
});

it("a check that was interrupted is repeated at once after a restart", async () => {
  const card = await operations.create(sampleConsumerRequest());
  const freeze = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await beginOperation(freeze);
  await issuer().freezeCard(card.id, true, () => recordSending(freeze.operationId));
  await finishOperation(freeze, NO_RESPONSE, {}, 10);
  const fault = { type: "delay", ms: 2_000 };
  await operations.program.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
  const interrupted = resolveOperationsJob.run({});
  await expect.poll(() => operations.program.countFaults(), { interval: 5 }).toBe(0);
  await resolveOperationsJob.run({});
  expect((await operations.readOperation(freeze)).state).toBe("unknown");
  await releaseLeases(operations.program.db.pool);
  await resolveOperationsJob.run({});
  expect((await operations.readOperation(freeze)).state).toBe("succeeded");
  await interrupted;
});
