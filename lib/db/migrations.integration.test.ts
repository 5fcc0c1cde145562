import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction } from "@/lib/postgres/open-database";
import { onlyOn, openTestDatabase } from "@/testing/database";
import { MIGRATIONS } from "./migrations";

const INITIALS = MIGRATIONS.findIndex(({ name }) => name === "008-search-by-initials");
const CARDS = 2_500;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("drop schema public cascade; create schema public");
  await migrate(db.pool, MIGRATIONS.slice(0, INITIALS));
  await insertCards(CARDS);
});

function insertCards(count: number) {
  return db.pool.query(
    `insert into indexed_cards (id, currency, last_four, customer_id, cardholder_name, card_name, card_design,
       card_type, status, created, created_at, holder_key, words, read_at, walk)
     select 'card' || lpad(n::text, 6, '0'), 'USD', '1234', 'c', 'Ada', 'Ada', 'd', 'VIRTUAL', 'ACTIVE', '', now(), 'ada',
       array_to_tsvector(array['ada', 'lovelace']), now(), 1
     from generate_series(1, $1::integer) as n`,
    [count],
  );
}

async function counts() {
  const { rows } = await db.pool.query(
    `select (select count(*)::int from indexed_cards where words @@ 'l'::tsquery) as "byInitial",
            (select sum(cards)::int from card_counts) as counted`,
  );
  return rows[0];
}

describe("the rewrite of every card's search words", () => {
  it("adds each card's initials and keeps the counts", async () => {
    await migrate(db.pool, MIGRATIONS);
    expect(await counts()).toEqual({ byInitial: CARDS, counted: CARDS });
  });

  it("is not repeated on a database that applied it before checksums were recorded", async () => {
    await db.pool.query("alter table migrations drop column checksum");
    await db.pool.query("insert into migrations (name) values ('008-search-by-initials')");
    await migrate(db.pool, MIGRATIONS);
    expect(await counts()).toEqual({ byInitial: 0, counted: CARDS });
  });

  // The embedded engine has only one connection, so there are no other sessions.
  onlyOn("postgres", () => {
    it("doesn't block concurrent reads and writes of cards", async () => {
      await inTransaction(db.pool, async (dashboard) => {
        await dashboard.query("lock table indexed_cards in row exclusive mode");
        await migrate(db.pool, MIGRATIONS.slice(0, INITIALS + 1));
      });
      expect(await counts()).toEqual({ byInitial: CARDS, counted: CARDS });
    });
  });
});

describe("the previous last four digits of cards", () => {
  it("are read from the audit log and can be searched", async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name.endsWith("-former-last-fours"));
    await migrate(db.pool, MIGRATIONS.slice(0, at));
    const entry = (action: string, outcome: string, target: string, lastFour: string) =>
      JSON.stringify({ atMs: 0, phase: "finish", action, outcome, target, before: { lastFour } });
    await db.pool.query(
      "insert into audit (seq, body, hash) select n, body, '' from unnest($1::text[]) with ordinality as e (body, n)",
      [
        [
          entry("card.reissue", "succeeded", "card000001", "6290"),
          entry("card.changed-outside", "succeeded", "card000001", "6291"),
          // An unchanged number and a failed reissue don't count.
          entry("card.reissue", "succeeded", "card000002", "1234"),
          entry("card.reissue", "failed", "card000002", "9999"),
          entry("card.reissue", "succeeded", "not-in-the-index", "7777"),
        ],
      ],
    );
    await migrate(db.pool, MIGRATIONS);
    const { rows } = await db.pool.query(
      `select id, former_last_fours as former, words @@ '6290 & 6291 & ada'::tsquery as "isFound"
       from indexed_cards where former_last_fours <> '{}'`,
    );
    expect(rows).toEqual([{ id: "card000001", former: expect.any(Array), isFound: true }]);
    expect([...rows[0].former].sort()).toEqual(["6290", "6291"]);
  });
});

describe("operations that an earlier version began after next_attempt_at was added", () => {
  it("become due, except those that need a person", async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name.endsWith("-operations-always-due"));
    await migrate(db.pool, MIGRATIONS.slice(0, at));
    await db.pool.query(
      `insert into operations (id, person_id, action, input_hash, state, attempts)
       select gen_random_uuid(), gen_random_uuid(), action, '', state, attempts
       from (values ('begun', 'begun', 0), ('tried', 'unknown', 5), ('left', 'unknown', 6), ('done', 'failed', 0))
         as o (action, state, attempts)`,
    );
    await migrate(db.pool, MIGRATIONS);
    const { rows } = await db.pool.query(
      "select action from operations where next_attempt_at is not null order by action",
    );
    expect(rows).toEqual([{ action: "begun" }, { action: "tried" }]);
  });
});

describe("the version before on the migrated database (decision 57)", () => {
  /** Broke the version before, and were repaired since. */
  const REPAIRED = {
    "014-index-in-doubt": ["index_feeds.walked_at is gone"],
    "046-block-runs": ["approval_requests.action is required"],
  };
  type Column = { name: string; type: string; isRequired: boolean };

  async function readColumns(): Promise<Map<string, Column>> {
    const { rows } = await db.pool.query<Column>(
      `select table_name || '.' || column_name as name, data_type as type,
         is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' as "isRequired"
       from information_schema.columns where table_schema = 'public' order by 1`,
    );
    return new Map(rows.map((column) => [column.name, column]));
  }

  function findBroken(before: Map<string, Column>, after: Map<string, Column>): string[] {
    const tableOf = (name: string) => name.slice(0, name.indexOf("."));
    const tables = new Set([...before.keys()].map(tableOf));
    const lost = [...before.values()].flatMap(({ name, type }) => {
      const now = after.get(name);
      if (!now) return [`${name} is gone`];
      return now.type === type ? [] : [`${name} is now ${now.type}`];
    });
    const required = [...after.values()]
      .filter(
        ({ name, isRequired }) => isRequired && tables.has(tableOf(name)) && !before.get(name)?.isRequired,
      )
      .map(({ name }) => `${name} is required`);
    return [...lost, ...required];
  }

  it("finds every column that it knows, and isn’t asked for values that it doesn’t give", async () => {
    const broken: Record<string, string[]> = {};
    let before = await readColumns();
    for (const [index, { name }] of MIGRATIONS.entries()) {
      await migrate(db.pool, MIGRATIONS.slice(0, index + 1));
      const after = await readColumns();
      const found = findBroken(before, after);
      if (found.length > 0) broken[name] = found;
      before = after;
    }
    expect(broken).toEqual(REPAIRED);
    expect(before.has("index_feeds.walked_at")).toBe(true);
  }, 60_000);

  it("requests an approval without the action, which it doesn’t know", async () => {
    await migrate(db.pool, MIGRATIONS);
    const { rows } = await db.pool.query(
      `insert into people (id, email, name, role) values (gen_random_uuid(), 'a@b.example', 'Ada', 'admin')
       returning id`,
    );
    const inserted = await db.pool.query(
      `insert into approval_requests (id, kind, target, policy, content, state, requester_id, expires_at)
       values (gen_random_uuid(), 'reissue', 'card', '{}', 'sealed', 'waiting', $1, now()) returning action`,
      [rows[0]?.id],
    );
    expect(inserted.rows).toEqual([{ action: "card.reissue" }]);
  });
});
