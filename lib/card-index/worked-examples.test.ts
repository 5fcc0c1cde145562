import { readFileSync } from "node:fs";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closeDatabase, setDatabase } from "@/lib/db/database";
import { buildCardQuery, prefixCondition } from "./card-query";
import { CARD_COLUMNS } from "./card-row";
import { listIndexedCards } from "./list-cards";
import { searchIndex } from "./search-index";

/** Seventeen words with "ma" are too many to look up one by one. */
const KNOWN_WORDS = ["jorg", "mulder", "muller", ..."abcdefghijklmnopq".split("").map((end) => `ma${end}`)];

type Query = { sql: string; values: readonly unknown[] };
let queries: Query[] = [];

/** Knows only words, and remembers what it was asked. */
const recorder = {
  async query(query: string | pg.QueryConfig, parameters: readonly unknown[] = []) {
    const { text: sql, values = parameters } = typeof query === "string" ? { text: query } : query;
    queries.push({ sql, values });
    if (!sql.includes("unnest($1::text[]) as typed (word)")) return { rows: [], rowCount: 0 };
    const rows = (values[0] as string[]).map((word) => ({
      word,
      completions: KNOWN_WORDS.filter((known) => known.startsWith(word)),
    }));
    return { rows, rowCount: rows.length };
  },
  connect: async () => ({ ...recorder, on() {}, off() {}, release() {} }),
} as unknown as pg.Pool;

beforeAll(() => {
  setDatabase({
    engine: "postgres",
    pool: recorder,
    listen: () => Promise.reject(new Error("The recorder has no events")),
    close: async () => undefined,
  });
});
afterAll(() => closeDatabase());
beforeEach(() => {
  queries = [];
});

/** The `sql` block in a file's comment: the input in its first line, then the SQL, then its parameters. */
function exampleIn(file: string): Query & { input: string } {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  const block = source.match(/^ *\* ```sql\n([\s\S]*?)^ *\* ```$/m)?.[1] ?? "";
  const [input = "", ...lines] = block.split("\n").map((line) => line.replace(/^ *\* ?/, ""));
  const [, given = ""] = input.match(/^-- (?:typed|request): (.*)$/) ?? [];
  const values = lines.flatMap((line) => line.match(/^-- \$\d+ = (.*)$/)?.[1] ?? []);
  const sql = lines.filter((line) => !line.startsWith("--")).join(" ");
  return { input: given, sql: normalized(sql), values };
}

function normalized(sql: string): string {
  return sql
    .replaceAll(CARD_COLUMNS, "…")
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/ \)/g, ")")
    .trim();
}

function asText(values: readonly unknown[]): string[] {
  return values.map((value) => (Array.isArray(value) ? `{${value}}` : String(value)));
}

it("card-query.ts shows the condition and the parameters of its example", async () => {
  const { input, sql, values } = exampleIn("card-query.ts");
  const query = await buildCardQuery(input);
  expect(sql).toBe(normalized(prefixCondition("$1", "$2")));
  expect(values).toEqual(asText([query?.prefix, query?.postFilter]));
});

it("list-cards.ts shows the query and the parameters of its example", async () => {
  const { input, sql, values } = exampleIn("list-cards.ts");
  await listIndexedCards(JSON.parse(input));
  const query = queries.find((sent) => sent.sql.includes("from indexed_cards"));
  expect(sql).toBe(normalized(query?.sql ?? ""));
  expect(values).toEqual(asText(query?.values ?? []));
});

it("search-index.ts shows a part of the query and all parameters of its example", async () => {
  const { input, sql, values } = exampleIn("search-index.ts");
  await searchIndex(input);
  const query = queries.find((sent) => sent.sql.includes("from indexed_cards"));
  expect(sql).not.toBe("");
  expect(normalized(query?.sql ?? "")).toContain(sql);
  expect(values).toEqual(asText(query?.values ?? []));
});
