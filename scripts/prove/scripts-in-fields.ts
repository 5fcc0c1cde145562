import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { defineClaim } from "./claim";
import { allPaths } from "./crawl";
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

/** IDs, dates and amounts stay, so that the records can be opened. */
const KEPT = /^(id|card_id|external_transaction_id|created|amount|bill_amount|next|previous|lastFour|count)$/;

function createRewriter() {
  let drawn = 0;
  const fields = new Set<string>();
  const rewrite = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((part) => rewrite(part, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(part, key)]));
    if (typeof value !== "string" || KEPT.test(name)) return value;
    fields.add(name);
    drawn += 1;
    return SCRIPTS[drawn % SCRIPTS.length];
  };
  return { rewrite: (value: unknown) => rewrite(value), fields };
}

export const scriptsInFields = defineClaim({
  name: "scripts-in-fields",
  table: "input",
  claim: "100 script strings in every text that the issuer returns",
  how: "a proxy replaces every text in the issuer's answers (all but IDs, dates and amounts) with one of 100 script strings; Chromium opens every page as an admin and watches for what they would set, for dialogs, and for violations of the content security policy",
  goal: "none runs, no CSP violation",
  run: () =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      const { rewrite, fields } = createRewriter();
      proxy.rewrite = rewrite;
      const executablePath = await findChromium();
      const browser = await chromium.launch({
        args: CHROMIUM_FLAGS,
        ...(executablePath ? { executablePath } : {}),
      });
      try {
        await world.start({ SANDBOX_PORT: String(proxy.port) });
        await waitForIndex(world);
        const { cookie } = await signIn(world.origin, "admin");
        const context = await browser.newContext({ baseURL: world.origin });
        await context.addCookies(
          cookie.split("; ").map((pair) => {
            const equals = pair.indexOf("=");
            return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: world.origin };
          }),
        );
        const page = await context.newPage();
        let ran = 0;
        const violations: string[] = [];
        page.on("dialog", (dialog) => {
          ran += 1;
          void dialog.dismiss();
        });
        page.on("console", (message) => {
          if (/content security policy/i.test(message.text())) violations.push(message.text());
        });
        const [card] = (await world.sandbox.listCards()).results;
        const [transaction] = (await world.sandbox.allTransactions()).slice(0, 1);
        const paths = allPaths({
          cardId: card?.id ?? "",
          customerId: SCRIPTS[0] ?? "",
          designId: (await world.sandbox.designs()).cardDesigns[0]?.id ?? "",
        }).filter((path) => !path.startsWith("/api/"));
        let shown = 0;
        for (const path of [
          ...paths,
          `/transactions?transaction=${transaction?.id}`,
          "/cards?status=FROZEN",
        ]) {
          await page.goto(path, { waitUntil: "load" });
          await page.waitForTimeout(300);
          ran += await page.evaluate(() => Number((window as { __ran?: number }).__ran ?? 0));
          shown += (await page.locator("body").innerText()).split("window.__ran").length - 1;
        }
        return {
          figure: `${SCRIPTS.length} strings in ${fields.size} fields, shown ${shown} times on ${paths.length + 2} pages: ${ran} ran, ${violations.length} CSP violations`,
          isMet: ran === 0 && violations.length === 0 && shown > 0,
        };
      } finally {
        await browser.close();
        await proxy.close();
      }
    }),
});
