import { parse } from "csv-parse/sync";
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

export const formulas = defineClaim({
  name: "formulas",
  table: "input",
  claim: "Formula payloads in every export",
  how: "a proxy replaces names, customers and statuses in the issuer's answers with formulas of 13 kinds; the exports of cards, transactions and audit log are parsed, and the sum of amounts is compared with the issuer's own (also: `lib/csv/write-csv.test.ts` for any text)",
  goal: "all neutralized, sums unchanged",
  run: () =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      let drawn = 0;
      const rewrite = (value: unknown, name = ""): unknown => {
        if (Array.isArray(value)) return value.map((part) => rewrite(part));
        if (typeof value === "object" && value !== null)
          return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, key)]));
        drawn += 1;
        return typeof value === "string" && TEXTS.test(name) ? FORMULAS[drawn % FORMULAS.length] : value;
      };
      proxy.rewrite = (value) => rewrite(value);
      try {
        await world.start({ SANDBOX_PORT: String(proxy.port) });
        await waitForIndex(world);
        const admin = await signIn(world.origin, "admin");
        const cells: string[] = [];
        let exportedCents = 0;
        for (const path of [
          "/api/cards/export",
          "/api/transactions/export",
          "/api/cards/export?sort=holder:asc",
          "/api/audit/export",
        ]) {
          const [head = [], ...rows] = parse(await (await admin.get(path)).text(), {
            bom: true,
          }) as string[][];
          cells.push(...rows.flat());
          const amount = head.indexOf("merchant_amount");
          if (path.includes("transactions"))
            exportedCents = rows.reduce((sum, row) => sum + Math.round(Number(row[amount]) * 100), 0);
        }
        const issuerCents = (await world.sandbox.allTransactions()).reduce(
          (sum, { amount }) => sum + Math.round(Number(amount) * 100),
          0,
        );
        const dangerous = cells.filter((cell) => STARTS_FORMULA.test(cell) && !NUMBER.test(cell));
        const payloads = cells.filter((cell) => /1\+1|SUM\(A1|HYPERLINK|cmd\|/.test(cell)).length;
        return {
          figure: `${payloads} payloads in ${cells.length} cells of 4 exports: ${dangerous.length} would run; sum of amounts ${exportedCents === issuerCents ? "unchanged" : `${exportedCents} instead of ${issuerCents}`}`,
          isMet: dangerous.length === 0 && payloads > 0 && exportedCents === issuerCents,
        };
      } finally {
        await proxy.close();
      }
    }),
});
