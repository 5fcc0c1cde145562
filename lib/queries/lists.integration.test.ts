import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import type { ListPage, ListPosition } from "@/lib/domain/cards/listed";
import { toDecimal } from "@/lib/domain/money/money";
import type { Result } from "@/lib/domain/result";
import { cardsView } from "@/lib/url/cards-view";
import { transactionsView } from "@/lib/url/transactions-view";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { readRecords, readXlsx } from "@/testing/read-xlsx";
import { signInAs } from "@/testing/sign-in-as";
import { getCardFacets, getCardsPage } from "./cards";
import { exportCards, exportChosenCards } from "./cards-export";
import { search } from "./search";
import {
  getTransaction,
  getTransactionFacets,
  getTransactionsPage,
  getTransactionTotals,
} from "./transactions";
import { exportTransactions } from "./transactions-export";

const PAGE_SIZE = 10;
const CARDS = 45;
const TRANSACTIONS = 240;

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: PAGE_SIZE });
  await seedDemoPeople("sandbox");
  await program.sandbox.call("POST", "/sandbox/reset", {
    scenario: "scale",
    cards: CARDS,
    transactions: TRANSACTIONS,
  });
  await signInAs("finance");
}, 120_000);
afterAll(() => program.close());
afterEach(() => program.clearFaults());

const cardsAt = (query: string, position: Partial<ListPosition> = {}) =>
  getCardsPage({ ...cardsView.parse(new URLSearchParams(query)), ...position });

const transactionsAt = (query: string, position: Partial<ListPosition> = {}) =>
  getTransactionsPage({ ...transactionsView.parse(new URLSearchParams(query)), ...position });

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const fail = (path: string) =>
  program.addFault({ method: "GET", path, times: 1, fault: { type: "status", status: 500 } });

const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);

function withTimesAsText(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (!name.startsWith("created_")) return [name, value];
      const time = new Date(EXCEL_EPOCH_MS + Math.round(Number(value) * 86_400) * 1_000);
      return [name, time.toISOString().slice(0, 19).replace("T", " ")];
    }),
  );
}

const withoutApostrophes = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value.replace(/^'/, "")]));

const get = (path: string) => new Request(`http://localhost:3000${path}`);
const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[];

async function readEveryPage(query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let position: Partial<ListPosition> | null = {}; position !== null; ) {
    const page: ListPage<Transaction> = dataOf(await transactionsAt(query, position));
    expect(page.source).toBe("index");
    ids.push(...page.rows.map(({ id }) => id));
    position = page.next;
  }
  return ids;
}

describe("the issuer's list", () => {
  it("relies on `next`, and returns the total and the page count if known", async () => {
    expect(dataOf(await cardsAt(""))).toMatchObject({
      source: "issuer",
      total: CARDS,
      page: 1,
      pageCount: 5,
      previous: null,
      next: { page: 2, after: null, before: null },
    });
    expect(dataOf(await cardsAt("page=5"))).toMatchObject({
      total: CARDS,
      pageCount: 5,
      previous: { page: 4 },
      next: null,
    });
  });

  it("links back to the first page from a page past the end", async () => {
    expect(dataOf(await cardsAt("page=99"))).toMatchObject({ rows: [], previous: { page: 1 }, next: null });
  });

  it("returns the issuer's error while the index is empty", async () => {
    await fail("/cards/");
    expect(await cardsAt("")).toMatchObject({
      ok: false,
      error: { code: "issuer-unavailable", retry: "safe" },
    });
  });
});

describe("with a synced index", () => {
  beforeAll(() => catchUp(program.listSyncs()), 120_000);

  it("finds a card by its last four if the full number was searched for", async () => {
    const [card] = dataOf(await cardsAt("sort=created:asc")).rows;
    const { lastFour = "" } = card ?? {};
    const number = `4111 1111 1111 ${lastFour}`;
    const view = `search=${encodeURIComponent(number)}`;
    expect(cardsView.parse(new URLSearchParams(view)).search).toBe(lastFour);
    expect(dataOf(await cardsAt(view)).rows.map(({ id }) => id)).toContain(card?.id);
    const found = dataOf(await search({ text: number })).cards.map(({ id }) => id);
    expect(found).toEqual(dataOf(await search({ text: lastFour })).cards.map(({ id }) => id));
    expect(found).toContain(card?.id);
  });

  it("falls back to the index if the issuer fails, and says why", async () => {
    await fail("/cards/");
    const page = dataOf(await cardsAt("page=3"));
    expect(page).toMatchObject({ source: "index", page: 1, fallbackReason: { code: "issuer-unavailable" } });
    // The index has its own page size, and starts over.
    expect(page.rows).toHaveLength(25);
    expect(page.next).not.toBeNull();
  });

  it.each([["created:desc"], ["created:asc"], ["holder:asc"], ["status:desc"], ["amount:desc"]])(
    "pages through transactions by %s forward and backward, with each row once",
    async (sort) => {
      const there = await readAllPages((position) => transactionsAt(`sort=${sort}&min=0`, position), "next");
      const ids = there.flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(ids).toHaveLength(TRANSACTIONS);
      expect(new Set(ids).size).toBe(TRANSACTIONS);
      const last = there.at(-1)?.previous;
      if (!last) throw new Error("The last page has no previous page");
      const back = await readAllPages(
        (position) => transactionsAt(`sort=${sort}&min=0`, position),
        "previous",
        last,
      );
      expect(back.map(idsOf)).toEqual(there.slice(0, -1).reverse().map(idsOf));
      expect(back.map(({ page }) => page)).toEqual(back.map((_, index) => back.length - index));
    },
  );

  it("handles five hundred random views, including forged cursors", async () => {
    const cursor = fc
      .tuple(
        fc.string(),
        fc.constantFrom("2026-11-01T00:00:00.000Z", "x", "0000-01-01T00:00:00Z"),
        fc.string(),
      )
      .map((parts) => Buffer.from(JSON.stringify(parts)).toString("base64url"));
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      cursor,
      fc.constantFrom(
        "ACTIVE",
        "DECLINED,x",
        "created:asc",
        "amount:desc",
        "holder:asc",
        "2026-11-01",
        "9999-12-31",
      ),
      fc.constantFrom(
        "0001-01-01",
        "999999999999",
        "-1",
        "1e9",
        "\0",
        "'",
        "%",
        "_",
        "\\",
        ":*",
        "!",
        "&",
        "a b-c",
      ),
    );
    const names = [
      ...new Set([...Object.keys(cardsView.defaults), ...Object.keys(transactionsView.defaults)]),
    ];
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const parameters = new URLSearchParams(pairs);
        const [cards, transactions] = [cardsView.parse(parameters), transactionsView.parse(parameters)];
        expect(await getCardsPage(cards)).toMatchObject({ ok: true });
        expect(await getCardFacets(cards)).toMatchObject({ ok: true });
        expect(await getTransactionsPage(transactions)).toMatchObject({ ok: true });
        expect(await getTransactionFacets(transactions)).toMatchObject({ ok: true });
        if (transactions.open) await getTransaction({ id: transactions.open });
      }),
      { numRuns: 500 },
    );
  }, 300_000);

  it("counts a list that is filtered only by status, type and design", async () => {
    const frozen = (await listAll<Card>(program.sandbox, "cards")).filter(
      ({ status }) => status === "FROZEN",
    );
    const view = cardsView.parse(new URLSearchParams("status=FROZEN"));
    expect(dataOf(await getCardFacets(view)).total).toBe(frozen.length);
    expect(dataOf(await getCardFacets({ ...view, search: "no such card" })).total).toBe(0);
    expect(
      dataOf(await getCardsPage(view))
        .rows.map(({ id }) => id)
        .sort(),
    ).toEqual(frozen.map(({ id }) => id).sort());
  });

  it("counts and totals the list for any filter", async () => {
    const [transaction] = dataOf(await transactionsAt("sort=amount:desc")).rows;
    const day = transaction?.created.slice(0, 10);
    const addUp = (ids: readonly string[], all: readonly Transaction[]) => {
      const sums: Record<string, string> = {};
      for (const { id, bill_amount, bill_currency, status } of all)
        if (ids.includes(id)) {
          const key = `${bill_currency} ${status}`;
          sums[key] = toDecimal(Number(sums[key] ?? 0) + bill_amount, bill_currency);
        }
      return sums;
    };
    const totalsOf = async (query: string) => {
      const { totals } = dataOf(await getTransactionTotals(Object.fromEntries(new URLSearchParams(query))));
      return Object.fromEntries(
        (totals ?? []).map(({ currency, status, amount }) => [
          `${currency} ${status}`,
          toDecimal(Number(amount), currency),
        ]),
      );
    };
    for (const query of [
      `from=${day}&to=${day}&zone=Pacific/Kiritimati`,
      `from=${day}&to=${day}&status=CLEARED,DECLINED&sort=amount:asc`,
      `card=${transaction?.card_id}`,
      `currency=${transaction?.currency}&min=1&max=500`,
      `search=${encodeURIComponent(transaction?.cardholder_name ?? "")}`,
    ]) {
      const listed = await readEveryPage(query);
      expect(listed.length).toBeGreaterThan(0);
      const { total } = dataOf(
        await getTransactionFacets(transactionsView.parse(new URLSearchParams(query))),
      );
      expect(total).toBe(listed.length);
      expect(await totalsOf(query)).toEqual(
        addUp(listed, await listAll<Transaction>(program.sandbox, "transactions")),
      );
    }
    const [card] = dataOf(await cardsAt("sort=holder:asc")).rows;
    for (const query of [
      `customer=${encodeURIComponent(card?.externalCustomerId ?? "")}`,
      `search=${encodeURIComponent(card?.cardholderName ?? "")}`,
      `from=${card?.created.slice(0, 10)}&zone=Pacific/Kiritimati`,
    ]) {
      const pages = await readAllPages((position) => cardsAt(query, position), "next");
      const { total } = dataOf(await getCardFacets(cardsView.parse(new URLSearchParams(query))));
      expect(total).toBe(pages.flatMap(({ rows }) => rows).length);
    }
  });

  it("returns the card of an open transaction, even if the transaction is not indexed yet", async () => {
    const { rows } = dataOf(await transactionsAt(""));
    const [row] = rows;
    if (!row) throw new Error("There is no transaction");
    expect(dataOf(await getTransaction({ id: row.id }))).toMatchObject({
      transaction: { id: row.id },
      card: { id: row.card_id, lastFour: row.card?.lastFour },
    });
    expect(dataOf(await getTransaction({ id: "unheard-of", cardId: row.card_id }))).toMatchObject({
      transaction: null,
      card: { id: row.card_id },
    });
    expect(await getTransaction({ id: "unheard-of" })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
  });
});

describe("an export", () => {
  it("has every transaction once, from the issuer and from the index", async () => {
    const all = await listAll<Transaction>(program.sandbox, "transactions");
    const live = rowsOf(await (await exportTransactions(get("/api/transactions/export"))).text());
    expect(live.map(({ transaction_id }) => transaction_id)).toEqual(all.map(({ id }) => id));
    expect(live.map(({ merchant_amount }) => merchant_amount)).toEqual(
      all.map(({ amount, currency }) => toDecimal(Number(amount), currency)),
    );
    expect(live.map(({ billed_amount }) => billed_amount)).toEqual(
      all.map(({ bill_amount, bill_currency }) => toDecimal(bill_amount, bill_currency)),
    );
    const declined = rowsOf(
      await (await exportTransactions(get("/api/transactions/export?status=DECLINED"))).text(),
    );
    expect(declined.map(({ transaction_id }) => transaction_id).sort()).toEqual(
      all
        .filter(({ status }) => status === "DECLINED")
        .map(({ id }) => id)
        .sort(),
    );
  });

  it("keeps letters, digits and dates in a spreadsheet, and has the card's customer", async () => {
    const [paid] = await listAll<Transaction>(program.sandbox, "transactions");
    const cards = await listAll<Card>(program.sandbox, "cards");
    const card = cards.find(({ id }) => id === paid?.card_id);
    for (const query of ["", "?sort=created:asc"]) {
      const bytes = Buffer.from(await (await exportCards(get(`/api/cards/export${query}`))).arrayBuffer());
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      expect(rowsOf(bytes.toString()).find(({ card_id }) => card_id === card?.id)).toMatchObject({
        last_four: `****${card?.lastFour}`,
        created_utc: card?.created.slice(0, 19).replace("T", " "),
      });
      const transactions = rowsOf(
        await (await exportTransactions(get(`/api/transactions/export${query}`))).text(),
      );
      expect(transactions.find(({ transaction_id }) => transaction_id === paid?.id)).toMatchObject({
        card_id: card?.id,
        last_four: `****${card?.lastFour}`,
        customer_id: card?.externalCustomerId,
        created_utc: paid?.created.slice(0, 19).replace("T", " "),
      });
    }
  });

  it("has the days and times of the chosen time zone", async () => {
    const zone = "Asia/Tokyo";
    const all = await listAll<Transaction>(program.sandbox, "transactions");
    const dayOf = ({ created }: Transaction) =>
      new Date(Date.parse(created.replace("+0000", "Z")) + 9 * 3_600_000).toISOString().slice(0, 10);
    // A purchase on one day in UTC and on the next day in Tokyo.
    const late = all.find((transaction) => dayOf(transaction) !== transaction.created.slice(0, 10));
    const day = late ? dayOf(late) : "";
    const query = `from=${day}&to=${day}&zone=${zone}`;
    const expected = all.filter((transaction) => dayOf(transaction) === day).map(({ id }) => id);
    expect(expected).toContain(late?.id);

    const shown = await readEveryPage(`${query}&sort=created:desc`);
    expect(shown.sort()).toEqual([...expected].sort());
    const rows = rowsOf(await (await exportTransactions(get(`/api/transactions/export?${query}`))).text());
    expect(rows.map(({ transaction_id }) => transaction_id).sort()).toEqual([...expected].sort());
    expect(rows.every(({ created_asia_tokyo }) => created_asia_tokyo?.startsWith(day))).toBe(true);
    expect(rows.some(({ created_utc }) => !created_utc?.startsWith(day))).toBe(true);
  });

  it.each([
    ["transactions", "", exportTransactions],
    ["transactions", "status=DECLINED&zone=Asia/Tokyo&from=2020-01-01", exportTransactions],
    ["cards", "", exportCards],
    ["cards", "sort=created:asc", exportCards],
  ] as const)("of %s?%s is the same table in Excel, with types", async (list, query, exportFile) => {
    const path = `/api/${list}/export?${query}`;
    const csv = rowsOf(await (await exportFile(get(path))).text());
    const response = await exportFile(get(`${path}&format=xlsx`));
    expect(response.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(response.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${list}_[^"]+\\.xlsx"$`),
    );
    const file = new Uint8Array(await response.arrayBuffer());
    const excel = readRecords(file);
    expect(excel.length).toBeGreaterThan(5);
    expect(excel.map(withTimesAsText)).toEqual(csv.map(withoutApostrophes));
    const [sheet] = readXlsx(file);
    expect(sheet?.xml).not.toContain("<f>");
    const [head = [], first = []] = sheet?.rows ?? [];
    for (const [index, { text: column }] of head.entries()) {
      const isNumber = column.endsWith("_amount") || column.startsWith("created_");
      // An empty cell has no type.
      if (first[index]) expect([column, first[index].isText]).toEqual([column, !isNumber]);
    }
    const { rows } = await listAudit({ action: `${list}.export` }, { limit: 2 });
    expect(rows.map(({ input }) => input)).toMatchObject([{ format: "xlsx" }, { format: "csv" }]);
  });

  it("is rejected in an unknown format", async () => {
    const response = await exportCards(get("/api/cards/export?format=pdf"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid", retry: "never" } });
  });

  it("has its period and filters in the file name", async () => {
    const response = await exportTransactions(
      get("/api/transactions/export?from=2026-10-01&to=2026-10-31&status=DECLINED&search=Ada"),
    );
    await response.text();
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="transactions_2026-10-01_to_2026-10-31_utc_search_status-DECLINED.csv"',
    );
  });

  it("has no duplicates if new rows push others to the next page", async () => {
    const before = await listAll<Transaction>(program.sandbox, "transactions");
    const body = (await exportTransactions(get("/api/transactions/export"))).body?.pipeThrough(
      new TextDecoderStream(),
    );
    let text = "";
    let added = 0;
    for await (const piece of body ?? []) {
      text += piece;
      added += 1;
      const card = { cardId: before[0]?.card_id, amount: 1 };
      if (added <= 5) await program.sandbox.call("POST", "/sandbox/authorizations", card);
    }
    const ids = rowsOf(text).map(({ transaction_id }) => transaction_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  const chosenRequest = (body: unknown, { query = "", headers = {} } = {}) =>
    new Request(`http://localhost/api/cards/export?${query}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers,
    });
  const chooseCards = async () =>
    (await listAll<Card>(program.sandbox, "cards")).filter((_, index) => index % 7 === 1).map(({ id }) => id);

  it("contains only the chosen cards, and is refused if one isn’t known", async () => {
    const chosen = await chooseCards();
    const send = (body: unknown, headers = {}) => exportChosenCards(chosenRequest(body, { headers }));
    const response = await send({ cardIds: [...chosen, chosen[0]] });
    expect(response.headers.get("content-disposition")).toContain('"cards_selected.csv"');
    expect(rowsOf(await response.text()).map(({ card_id }) => card_id)).toEqual(chosen);
    const { rows } = await listAudit({ action: "cards.export" }, { limit: 1 });
    expect(rows[0]).toMatchObject({ input: { chosenCards: chosen.length, format: "csv" } });
    const unknown = await send({ cardIds: [...chosen, crypto.randomUUID()] });
    expect(await unknown.json()).toMatchObject({
      error: { message: expect.stringMatching(/^We don’t know 1 card/) },
    });
    const foreign = await send({ cardIds: chosen }, { origin: "https://elsewhere.test" });
    expect(foreign.status).toBe(403);
  });

  it("has the chosen cards in the order and the time zone of the list, whatever it is filtered by", async () => {
    const chosen = await chooseCards();
    for (const order of ["holder:asc", "customer:desc", "created:asc"]) {
      const sort = `sort=${order}`;
      const all = rowsOf(await (await exportCards(get(`/api/cards/export?${sort}`))).text());
      const expected = all.map(({ card_id = "" }) => card_id).filter((id) => chosen.includes(id));
      const query = `status=BLOCKED&search=nobody&from=2020-01-01&to=2020-01-02&zone=Asia/Tokyo&${sort}`;
      const response = await exportChosenCards(chosenRequest({ cardIds: chosen }, { query }));
      const rows = rowsOf(await response.text());
      expect(rows.map(({ card_id }) => card_id)).toEqual(expected);
      expect(rows.every(({ created_asia_tokyo }) => created_asia_tokyo)).toBe(true);
      const audited = (await listAudit({ action: "cards.export" }, { limit: 1 })).rows[0];
      expect(audited).toMatchObject({ input: { sort: order, timeZone: "Asia/Tokyo" } });
      expect(audited?.input).not.toHaveProperty("status");
    }
  });

  it("of chosen cards is the same table in Excel", async () => {
    const cardIds = await chooseCards();
    const csv = rowsOf(await (await exportChosenCards(chosenRequest({ cardIds }))).text());
    const response = await exportChosenCards(chosenRequest({ cardIds }, { query: "format=xlsx" }));
    expect(response.headers.get("content-disposition")).toContain('"cards_selected.xlsx"');
    const xlsx = readRecords(Buffer.from(await response.arrayBuffer()));
    expect(xlsx.map(({ card_id }) => card_id)).toEqual(csv.map(({ card_id }) => card_id));
    expect(Object.keys(xlsx[0] ?? {})).toHaveLength(Object.keys(csv[0] ?? {}).length);
  });

  it("of chosen cards is refused without a list of up to 10,000 of them, and is then not audited", async () => {
    const [cardId = ""] = await chooseCards();
    const before = (await listAudit({ action: "cards.export" }, { limit: 1 })).rows[0];
    const known = { cardIds: [cardId] };
    const bodies = [
      null,
      {},
      { cardIds: [] },
      { cardIds: [1] },
      { cardIds: ["\0"] },
      { cardIds: Array.from({ length: 10_001 }, () => cardId) },
      "[",
      // A list that could be read, if it weren't too long.
      `${JSON.stringify(known)}${" ".repeat(1_048_576)}`,
    ];
    for (const body of bodies) {
      const response = await exportChosenCards(chosenRequest(body));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        error: { message: "Choose 1 to 10,000 cards to export." },
      });
    }
    expect((await listAudit({ action: "cards.export" }, { limit: 1 })).rows[0]).toEqual(before);
    const most = { cardIds: Array.from({ length: 10_000 }, () => cardId) };
    expect((await exportChosenCards(chosenRequest(most))).status).toBe(200);
  });

  it("contains no spreadsheet formulas", async () => {
    await program.sandbox.api(
      "POST",
      "/cards/",
      sampleConsumerRequest({ preferredCardName: "=1+1", meta: { id: "@SUM(A1)" } }),
    );
    const text = await (await exportCards(get("/api/cards/export"))).text();
    expect(rowsOf(text)[0]).toMatchObject({ card_name: "'=1+1", customer_id: "'@SUM(A1)" });
  });

  it("is audited with the time zone of its days", async () => {
    const query = "from=2026-10-01&to=2026-10-31&zone=Asia/Tokyo";
    await (await exportCards(get(`/api/cards/export?${query}`))).text();
    await (await exportTransactions(get(`/api/transactions/export?${query}`))).text();
    for (const action of ["cards.export", "transactions.export"]) {
      const { rows } = await listAudit({ action }, { limit: 1 });
      expect(rows[0]).toMatchObject({ input: { from: "2026-10-01", timeZone: "Asia/Tokyo" } });
    }
  });

  it("is audited with the person and the filters, but without the search text", async () => {
    await (await exportCards(get("/api/cards/export?search=Lovelace&status=FROZEN"))).text();
    const { rows } = await listAudit({ action: "cards.export" }, { limit: 1 });
    expect(rows[0]).toMatchObject({
      actor: { name: DEMO_PEOPLE.finance.name },
      input: { isSearched: true, status: ["FROZEN"], source: "index" },
    });
    expect(JSON.stringify(rows[0])).not.toContain("Lovelace");
  });

  it("is denied without the permission, and the denial is audited", async () => {
    await signInAs("support");
    const response = await exportCards(get("/api/cards/export"));
    expect(response.status).toBe(403);
    const chosen = new Request("http://localhost/api/cards/export", { method: "POST" });
    expect((await exportChosenCards(chosen)).status).toBe(403);
    const { rows } = await listAudit({ action: "cards.export" }, { limit: 1 });
    expect(rows[0]).toMatchObject({ outcome: "denied", actor: { role: "support" } });
    await signInAs("finance");
  });

  it("returns an error if it can't start, and aborts the download if it can't continue", async () => {
    await fail("/transactions/");
    const rejected = await exportTransactions(get("/api/transactions/export"));
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ error: { retry: "safe" } });

    const untouched = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      if (String(request[0]).endsWith("page=4")) await fail("/transactions/");
      return untouched(...request);
    };
    for (const format of ["csv", "xlsx"]) {
      const started = await exportTransactions(get(`/api/transactions/export?format=${format}`));
      await expect(started.arrayBuffer()).rejects.toThrow();
    }
    globalThis.fetch = untouched;
  });
});

const idsOf = ({ rows }: ListPage<{ id: string }>) => rows.map(({ id }) => id);

async function readAllPages<Row extends { id: string }>(
  read: (position: Partial<ListPosition>) => Promise<Result<ListPage<Row>>>,
  way: "next" | "previous",
  from: Partial<ListPosition> = {},
): Promise<ListPage<Row>[]> {
  const pages = [dataOf(await read(from))];
  for (let at = pages[0]?.[way]; at; at = pages.at(-1)?.[way] ?? null) pages.push(dataOf(await read(at)));
  return pages;
}
