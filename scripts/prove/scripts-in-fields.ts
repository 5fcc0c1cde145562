import { randomUUID } from "node:crypto";
import { chromium } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { API_PREFIX } from "@/lib/contract/endpoints";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { captureReport } from "./capture-report";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { allPaths, isExpectedStatus } from "./crawl";
import { startIssuerProxy } from "./issuer-proxy";
import { waitForIndex } from "./restart";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const RUN = "window.__ran=(window.__ran||0)+1";

/** 100 strings: every way to open a script in every surrounding. */
const SURROUNDINGS = ["", '">', "'>", "</script>", "</title></style>", "-->", "]]>", "${", "{{", "\\u003e"];
const OPENINGS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<a href="javascript:${RUN}" autofocus onfocus="${RUN}">x</a>`,
  `<style>@import'javascript:${RUN}'</style>`,
  `<details open ontoggle="${RUN}">`,
  `javascript:${RUN}`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `"});${RUN};//`,
];
const SCRIPTS = SURROUNDINGS.flatMap((before) => OPENINGS.map((opening) => `${before}${opening}`));

const FILE_TEXTS = ["event", "merchant", "currency", "bill_currency"];
/** IDs, dates and amounts stay, so that the records can be opened. */
const KEPT =
  /^(id|card_id|external_transaction_id|reference_id|created|amount|bill_amount|next|previous|lastFour|count)$/;

/** Each field of each kind of answer gets one string after the other. */
function createRewriter() {
  const drawn = new Map<string, number>();
  const draw = (field: string): string => {
    const index = drawn.get(field) ?? 0;
    drawn.set(field, index + 1);
    return SCRIPTS[index % SCRIPTS.length] ?? "";
  };
  const rewrite = (value: unknown, kind: string, name: string): unknown => {
    if (Array.isArray(value)) return value.map((part) => rewrite(part, kind, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, kind, key)]));
    const isText = typeof value === "string" || name === "statusReason";
    return isText && !KEPT.test(name) ? draw(`${kind} ${name}`) : value;
  };
  return {
    rewrite: (value: unknown, path: string) => rewrite(withManyDesigns(value), kindOf(path), ""),
    rewriteFile(csv: string): string {
      const [head = [], ...rows] = parse(csv) as string[][];
      const changed = rows.map((row) =>
        row.map((cell, index) =>
          FILE_TEXTS.includes(head[index] ?? "") ? draw(`report ${head[index]}`) : cell,
        ),
      );
      return stringify([head, ...changed]);
    },
    drawn,
  };
}

/** One design for each string. */
function withManyDesigns(value: unknown): unknown {
  const { cardDesigns } = (value ?? {}) as { cardDesigns?: object[] };
  if (!cardDesigns) return value;
  const more = SCRIPTS.slice(cardDesigns.length).map(() => ({ ...cardDesigns[0], id: randomUUID() }));
  return { ...(value as object), cardDesigns: [...cardDesigns, ...more] };
}

/** `cards`, `cards one`, `transactions`. */
function kindOf(path: string): string {
  const [resource = "", id = ""] = path.replace(`${API_PREFIX}/`, "").split(/[/?]/).filter(Boolean);
  return id === "" || id.includes("=") ? resource : `${resource} one`;
}

/** What pages show, so that each field must have had each string. */
const SHOWN = /^(cards|cards one|transactions|card-design|report) /;

export const scriptsInFields = defineClaim({
  name: "scripts-in-fields",
  covers: { pages: ALL.pages },
  table: "input",
  claim: "100 script strings in every text that the issuer returns",
  how: "a proxy replaces every text in the issuer's lists, cards, designs and one report (all but IDs, dates and amounts) with 100 script strings, so that each field gets each of them; Chromium opens every page as an admin, the pages of 100 cards, and those of designs 100 times, and watches for what they would set, for dialogs, and for violations of the content security policy",
  goal: "every field gets every string, none runs, no CSP violation",
  run: ({ isShort }) =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      const { rewrite, rewriteFile, drawn } = createRewriter();
      Object.assign(proxy, { rewrite, rewriteFile });
      const executablePath = await findChromium();
      const browser = await chromium.launch({
        args: CHROMIUM_FLAGS,
        ...(executablePath ? { executablePath } : {}),
      });
      try {
        await world.start({ SANDBOX_PORT: String(proxy.port) });
        await waitForIndex(world);
        const admin = await signIn(world.origin, "admin");
        const context = await browser.newContext({ baseURL: world.origin });
        await context.addCookies(toCookies(admin.cookie, world.origin));
        const page = await context.newPage();
        const found = {
          ran: 0,
          violations: 0,
          shown: 0,
          distinct: new Set<string>(),
          notOpened: [] as string[],
        };
        page.on("dialog", (dialog) => {
          found.ran += 1;
          void dialog.dismiss();
        });
        page.on("console", (message) => {
          if (/content security policy/i.test(message.text())) found.violations += 1;
        });
        const open = async (path: string) => {
          const response = await page.goto(path, { waitUntil: "load" });
          await page.waitForTimeout(300);
          if (!isExpectedStatus(path, response?.status() ?? 0)) found.notOpened.push(path);
          found.ran += await page.evaluate(() => Number((window as { __ran?: number }).__ran ?? 0));
          const text = await page.locator("body").innerText();
          found.shown += text.split("window.__ran").length - 1;
          for (const script of SCRIPTS) if (text.includes(script)) found.distinct.add(script);
        };
        const cards = (await world.sandbox.allCards()).slice(0, isShort ? 3 : SCRIPTS.length);
        const [transaction] = (await world.sandbox.allTransactions()).slice(0, 1);
        const { cardDesigns: designs } = await world.sandbox.designs();
        const paths = allPaths({
          cardId: cards[0]?.id ?? "",
          customerId: SCRIPTS[0] ?? "",
          designId: designs[0]?.id ?? "",
          reportId: await captureReport(admin),
        }).filter((path) => !path.startsWith("/api/"));
        const pages = [
          ...paths,
          `/transactions?transaction=${transaction?.id}`,
          "/cards?status=FROZEN",
          ...cards.map(({ id }) => `/cards/${id}`),
          ...cards.map((_, index) => `/designs/${designs[index % designs.length]?.id}`),
        ];
        for (const path of pages) await open(path);
        const fields = [...drawn].filter(([field]) => SHOWN.test(field));
        const incomplete = fields.filter(([, count]) => count < SCRIPTS.length).map(([field]) => field);
        const { ran, violations, shown, distinct, notOpened } = found;
        return {
          figure: `${SCRIPTS.length} strings in ${fields.length - incomplete.length} of ${fields.length} fields${list(incomplete)}, ${distinct.size} of them shown ${shown} times on ${pages.length - notOpened.length} of ${pages.length} pages${list(notOpened)}: ${ran} ran, ${violations} CSP violations`,
          isMet:
            ran + violations + notOpened.length === 0 &&
            distinct.size === SCRIPTS.length &&
            (isShort || incomplete.length === 0),
        };
      } finally {
        await browser.close();
        await proxy.close();
      }
    }),
});

const list = (names: string[]) => (names.length > 0 ? ` (without ${names.slice(0, 5).join(", ")})` : "");

function toCookies(cookie: string, url: string) {
  return cookie.split("; ").map((pair) => {
    const equals = pair.indexOf("=");
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url };
  });
}
