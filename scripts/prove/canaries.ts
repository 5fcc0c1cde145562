import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { cardRequest } from "@/e2e/fixtures/card-request";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { deliver } from "@/scripts/bench/report-issuer";
import { captureReport } from "./capture-report";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { allPaths, readAll } from "./crawl";
import { startIssuerProxy } from "./issuer-proxy";
import { readSealed } from "./read-sealed";
import { waitForIndex } from "./restart";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const STATIC_FILES = join(import.meta.dirname, "..", "..", ".next", "static");
/** Test numbers with a valid check digit, plain and grouped. */
const NUMBERS = ["4929939187355598", "5105 1051 0510 5100", "3782-822463-10005", "6011000990139424"];
const SECURITY_CODE = "canary-cvv-739";

/** Every object that the issuer returns also has card numbers, in new fields and in its texts. */
function addCanaries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addCanaries);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, addCanaries(part)]));
  for (const name of ["cardName", "cardholderName", "merchant", "statusReason", "name", "message"])
    if (typeof inner[name] === "string") inner[name] = `${inner[name]} ${NUMBERS.join(" ")}`;
  return {
    ...inner,
    cardNumber: NUMBERS[0],
    pan: NUMBERS[1],
    cvv: SECURITY_CODE,
    nested: { number: NUMBERS[2] },
  };
}

/** A report with two more columns; the merchants' names have the numbers too. */
function addCanariesToFile(csv: string): string {
  const [head = [], ...rows] = parse(csv) as string[][];
  const merchant = head.indexOf("merchant");
  const changed = rows.map((row, index) => [
    ...row.with(merchant, `${row[merchant]} ${NUMBERS[index % NUMBERS.length]}`),
    NUMBERS[index % NUMBERS.length] ?? "",
    SECURITY_CODE,
  ]);
  return stringify([[...head, "card_number", "cvv"], ...changed]);
}

export const canaries = defineClaim({
  name: "canaries",
  covers: { pages: ALL.pages, routes: ALL.routes, work: ALL.work },
  table: "input",
  claim: "Canary key and canary card numbers from the issuer",
  how: "a proxy adds card numbers to every object that the issuer returns and to every row of a captured report; every page (HTML and RSC), route and export is read as an admin and must answer 200, an action and a webhook are sent with them; then all responses, scripts, log lines (trace), every value of every table and the decrypted content of every encrypted column are searched for the key, the numbers and the security code",
  goal: "0 hits",
  run: () =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      proxy.rewrite = addCanaries;
      proxy.rewriteFile = addCanariesToFile;
      try {
        const dashboard = await world.start({ SANDBOX_PORT: String(proxy.port), LOG_LEVEL: "trace" });
        await waitForIndex(world);
        const admin = await signIn(world.origin, "admin");
        const [card] = (await world.sandbox.listCards()).results;
        const { cardDesigns } = await world.sandbox.designs();
        const results = [
          await admin.act("createCard", randomUUID(), cardRequest({ customerId: `proof-${randomUUID()}` })),
          await admin.act("freezeCard", randomUUID(), { cardId: card?.id, freeze: true }),
          await admin.act("addNote", randomUUID(), {
            subject: `card:${card?.id}`,
            body: `It is ${NUMBERS[0]}.`,
          }),
        ];
        await deliver(`${world.origin}/api/webhooks/issuer`, {
          eventType: "proof",
          data: addCanaries({ name: "x" }),
        });
        await sleep(3_000);
        const paths = allPaths({
          reportId: await captureReport(admin),
          cardId: card?.id ?? "",
          customerId: card?.externalCustomerId ?? "",
          designId: cardDesigns[0]?.id ?? "",
        });
        const { texts, notRead } = await readAll(admin, paths);
        const sent = [...texts, JSON.stringify(results)];
        const sealed = await world.readDatabase(readSealed);
        const places: Record<string, string[]> = {
          responses: sent,
          scripts: readStaticFiles(),
          log: [dashboard.output()],
          database: await world.readDatabase(readEveryTable),
          decrypted: Object.values(sealed).flat(),
        };
        const hits = Object.entries(places).map(([place, texts]) => ({
          place,
          count: texts.reduce((sum, text) => sum + countCanaries(text), 0),
        }));
        // Proves that the numbers arrived and were masked.
        const masked = sent.join("").split("•••• 5598").length - 1;
        const maskedInFile = (sealed["report_chunks.content"] ?? []).join("").split("5598").length - 1;
        const total = hits.reduce((sum, { count }) => sum + count, 0);
        const searched = Object.entries(places).map(([place, texts]) => `${place} ${describeSize(texts)}`);
        return {
          figure: `searched ${searched.join(", ")}: ${hits.map(({ place, count }) => `${count} in ${place}`).join(", ")}; ${masked} masked numbers on pages, ${maskedInFile} in the report; ${notRead.length} of ${paths.length} paths not read${notRead.length > 0 ? ` (${notRead.join(", ")})` : ""}`,
          isMet:
            total + notRead.length === 0 && masked > 0 && maskedInFile > 0 && results.every(({ ok }) => ok),
        };
      } finally {
        await proxy.close();
      }
    }),
});

const CANARIES = [
  DEMO_API_KEY,
  SECURITY_CODE,
  ...NUMBERS,
  ...NUMBERS.map((number) => number.replace(/\D/g, "")),
];

function countCanaries(text: string): number {
  return CANARIES.filter((canary) => text.includes(canary)).length;
}

function describeSize(texts: string[]): string {
  return `${(texts.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1)} MB`;
}

function readStaticFiles(): string[] {
  return readdirSync(STATIC_FILES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|css|map)$/.test(file))
    .map((file) => readFileSync(join(STATIC_FILES, file), "utf8"));
}

/** Each row as text. */
async function readEveryTable(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}
