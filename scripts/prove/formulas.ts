import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { readXlsx } from "@/testing/read-xlsx";
import { defineClaim } from "./claim";
import { startIssuerProxy } from "./issuer-proxy";
import { waitForIndex } from "./restart";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const FORMULAS = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  '=HYPERLINK("http://evil.example")',
  "=cmd|' /C calc'!A0",
  "＝1+1",
  " =1+1",
  ";=1+1",
  '"=1+1',
];
const TEXTS =
  /^(cardName|cardholderName|cardholder_name|externalCustomerId|status|merchant|statusReason|name)$/;
/** What Excel and LibreOffice skip before a formula, and all forms of its first character. */
const STARTS_FORMULA = /^[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** Where a spreadsheet with another locale starts a new cell. */
const SEPARATORS = /[;|\t\r\n\v\f]/;

const wouldRun = (cell: string) => cell.split(SEPARATORS).some((part) => STARTS_FORMULA.test(part));
const isPayload = (cell: string) => /1\+1|SUM\(A1|HYPERLINK|cmd\|/.test(cell);
/** Without white space around it and the apostrophes that make it text. */
const withoutMarks = (text: string) => text.trim().replaceAll("'", "");

export const formulas = defineClaim({
  name: "formulas",
  covers: { routes: ["/api/cards/export", "/api/transactions/export", "/api/audit/export"] },
  table: "input",
  claim: "Formula payloads in the exports of cards, transactions, and the audit log",
  how: "a proxy replaces names, customers and statuses in the issuer's answers with formulas of 13 kinds, each in every field; notes are written about customers with such IDs; the exports of cards, transactions and audit log are parsed, as CSV and as Excel files, in which no cell may be a formula, and the sum of amounts is compared with the issuer's own (also: `lib/csv/write-csv.test.ts` for any text). A downloaded report is the issuer's own file, unchanged but for masked card numbers, and not part of this",
  goal: "all neutralized, sums unchanged",
  run: () =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      const drawn = new Map<string, number>();
      const rewrite = (value: unknown, name = ""): unknown => {
        if (Array.isArray(value)) return value.map((part) => rewrite(part));
        if (typeof value === "object" && value !== null)
          return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, key)]));
        if (typeof value !== "string" || !TEXTS.test(name)) return value;
        const index = drawn.get(name) ?? 0;
        drawn.set(name, index + 1);
        return FORMULAS[index % FORMULAS.length];
      };
      proxy.rewrite = (value) => rewrite(value);
      try {
        await world.start({ SANDBOX_PORT: String(proxy.port) });
        await waitForIndex(world);
        const admin = await signIn(world.origin, "admin");
        // No note can be about an ID that begins with a space.
        for (const body of FORMULAS.filter((formula) => formula.trim() === formula))
          await admin.act("addNote", randomUUID(), { subject: `customer:${body}`, body });
        const cells: string[] = [];
        const payloadsOf: Record<string, number> = {};
        let exportedCents = 0;
        let formulaCells = 0;
        for (const path of [
          "/api/cards/export",
          "/api/transactions/export",
          "/api/cards/export?sort=holder:asc",
          "/api/audit/export",
        ]) {
          const response = await admin.get(path);
          const [head = [], ...rows] = parse(await response.text(), { bom: true }) as string[][];
          cells.push(...rows.flat());
          payloadsOf[path] = response.status === 200 ? rows.flat().filter(isPayload).length : 0;
          const excel = await admin.get(`${path}${path.includes("?") ? "&" : "?"}format=xlsx`);
          for (const { xml } of readXlsx(new Uint8Array(await excel.arrayBuffer())))
            formulaCells += xml.split(/<f[ >]/).length - 1;
          const amount = head.indexOf("merchant_amount");
          if (path.includes("transactions"))
            exportedCents = rows.reduce((sum, row) => sum + Math.round(Number(row[amount]) * 100), 0);
        }
        const issuerCents = (await world.sandbox.allTransactions()).reduce(
          (sum, { amount }) => sum + Math.round(Number(amount) * 100),
          0,
        );
        const dangerous = cells.filter((cell) => !NUMBER.test(cell) && wouldRun(cell));
        const payloads = Object.entries(payloadsOf).map(([path, count]) => `${count} in ${path}`);
        const kinds = FORMULAS.filter((formula) =>
          cells.some((cell) => withoutMarks(cell).includes(withoutMarks(formula))),
        );
        return {
          figure: `${kinds.length} of ${FORMULAS.length} kinds in ${cells.length} cells (${payloads.join(", ")}): ${dangerous.length} would run; ${formulaCells} formulas in the Excel files; sum of amounts ${exportedCents === issuerCents ? "unchanged" : `${exportedCents} instead of ${issuerCents}`}`,
          isMet:
            dangerous.length === 0 &&
            formulaCells === 0 &&
            kinds.length === FORMULAS.length &&
            Object.values(payloadsOf).every((count) => count > 0) &&
            exportedCents === issuerCents,
        };
      } finally {
        await proxy.close();
      }
    }),
});
