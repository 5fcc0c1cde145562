import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { Disagreement, type DisagreementChange } from "@/lib/domain/settings/disagreements";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  downloadReport,
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";

const DAY = "2031-04-01";
const NEXT_DAY = "2031-04-02";
const EMPTY_DAY = "2031-04-03";
const MERCHANTS = ['Café "Zürich", Bern', "Coffee; Tea", "Salt, Pepper", "Hardware", "Books", "Bicycles"];

let world: TestSandbox;
let receiver: WebhookReceiver;
/** The files without disagreements, under type and date. */
const right = new Map<string, string>();

const download = (type: ReportType, date: string) => downloadReport(world, receiver, type, date);

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({ webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 } });
  await simulatePurchases();
  for (const [type, date] of [
    ["daily", DAY],
    ["daily", NEXT_DAY],
    ["daily", EMPTY_DAY],
    ["fee", DAY],
    ["fee", NEXT_DAY],
    ["dailyTransactionFee", DAY],
    ["monthly", NEXT_DAY],
  ] as const) {
    right.set(`${type} ${date}`, await download(type, date));
  }
});
afterEach(async () => {
  await world.call("DELETE", "/sandbox/disagreements");
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function simulatePurchases() {
  for (const day of [DAY, NEXT_DAY]) {
    await world.setClock(`${day}T09:00:00Z`);
    const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 50_000 }));
    for (const [index, merchant] of MERCHANTS.entries()) {
      const purchase = {
        cardId: card.id,
        amount: 12.5 + index,
        merchant,
        currency: index % 2 ? "USD" : "EUR",
      };
      const { transaction } = (await world.call("POST", "/sandbox/authorizations", purchase)).body;
      await world.call("POST", `/sandbox/transactions/${transaction.id}/clear`);
    }
  }
  await world.setClock("2031-05-02T00:00:00Z");
}

const disagree = async (request: object): Promise<Disagreement> => {
  const { status, body } = await world.call("POST", "/sandbox/disagreements", request);
  expect([status, body]).toEqual([201, expect.anything()]);
  return Disagreement.strict().parse(body);
};
const list = async (): Promise<Disagreement[]> =>
  (await world.call("GET", "/sandbox/disagreements")).body.disagreements;

const rightFile = (type: ReportType, date: string): string => right.get(`${type} ${date}`) ?? "";
const linesOf = (text: string) => text.split("\n").slice(0, -1);
const rightLines = (type: ReportType, date: string) => linesOf(rightFile(type, date));
const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const cellsOf = (line: string): string[] => parse(line)[0] ?? [];

/** All files are as without disagreements, except these. */
async function expectOthersRight(...wrong: string[]) {
  for (const [name, text] of right) {
    if (wrong.includes(name)) continue;
    const [type = "", date = ""] = name.split(" ");
    expect([name, await download(type as ReportType, date)]).toEqual([name, text]);
  }
}

function only(changes: readonly DisagreementChange[]): DisagreementChange {
  expect(changes).toHaveLength(1);
  return changes[0] as DisagreementChange;
}

/** The right file with one cell of the change's row replaced. */
function withCell(type: ReportType, { transactionId, column, before, after }: DisagreementChange): string {
  const [header = "", ...rows] = rightLines(type, DAY);
  const columns = header.split(",");
  const index = columns.indexOf(column ?? "");
  const matching = rows.filter(
    (row) =>
      cellsOf(row)[columns.indexOf("transaction_id")] === transactionId && cellsOf(row)[index] === before,
  );
  expect(matching).toHaveLength(1);
  // No amount or currency is quoted, so the line is split at commas from its end.
  const replaced = rows.map((row) => {
    if (row !== matching[0]) return row;
    const fromEnd = columns.length - index;
    const parts = row.split(",");
    return parts.with(parts.length - fromEnd, after ?? "").join(",");
  });
  return toText([header, ...replaced]);
}

describe("each kind changes exactly what it says, byte for byte", () => {
  test("missing-row", async () => {
    const { changes } = await disagree({ kind: "missing-row", day: DAY });
    const { day, transactionId, column, before, after } = only(changes);
    const lines = rightLines("daily", DAY);
    expect([day, column, after, cellsOf(before ?? "")[2]]).toEqual([DAY, null, null, transactionId]);
    expect(lines.filter((line) => line === before)).toHaveLength(1);
    expect(await download("daily", DAY)).toBe(toText(lines.filter((line) => line !== before)));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("changed-amount", async () => {
    const change = only((await disagree({ kind: "changed-amount", day: DAY })).changes);
    expect(change).toMatchObject({ day: DAY, column: "bill_amount" });
    expect(change.after).toMatch(/^\d+\.\d\d$/);
    expect(change.after).not.toBe(change.before);
    expect(await download("daily", DAY)).toBe(withCell("daily", change));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("changed-currency", async () => {
    const change = only((await disagree({ kind: "changed-currency", day: DAY })).changes);
    expect(change).toMatchObject({ day: DAY, column: "bill_currency", before: "USD", after: "EUR" });
    expect(await download("daily", DAY)).toBe(withCell("daily", change));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("wrong-balance", async () => {
    const change = only((await disagree({ kind: "wrong-balance", day: DAY })).changes);
    expect(change).toMatchObject({ day: DAY, column: "balance_after" });
    expect(change.after).not.toBe(change.before);
    expect(await download("daily", DAY)).toBe(withCell("daily", change));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("changed-fee: its effect stays", async () => {
    const change = only((await disagree({ kind: "changed-fee", day: DAY })).changes);
    expect(change).toMatchObject({ day: DAY, column: "cardholder_fees" });
    expect(change.after).not.toBe(change.before);
    expect(await download("daily", DAY)).toBe(withCell("daily", change));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("wrong-balances: they follow each other, and none is right", async () => {
    await disagree({ kind: "wrong-balances", day: DAY });
    const [header = "", ...rows] = rightLines("daily", DAY);
    const shifted = rows.map((row) => {
      const cells = row.split(",");
      return cells.with(-1, (Number(cells.at(-1)) + 7.25).toFixed(2)).join(",");
    });
    expect(await download("daily", DAY)).toBe(toText([header, ...shifted]));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("empty-file", async () => {
    const change = only((await disagree({ kind: "empty-file", day: DAY })).changes);
    expect(change).toMatchObject({
      day: DAY,
      before: expect.stringMatching(/^6 rows, first /),
      after: "0 rows",
    });
    expect(await download("daily", DAY)).toBe(toText(rightLines("daily", DAY).slice(0, 1)));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("other-period", async () => {
    await disagree({ kind: "other-period", day: NEXT_DAY });
    expect(await download("daily", NEXT_DAY)).toBe(rightFile("daily", DAY));
    await disagree({ kind: "other-period", type: "monthly", day: DAY });
    expect(await download("monthly", "2031-04-30")).toBe(toText(rightLines("daily", DAY).slice(0, 1)));
    await expectOthersRight(`daily ${NEXT_DAY}`, `monthly ${NEXT_DAY}`);
  });

  test("doubled-row", async () => {
    const { changes } = await disagree({ kind: "doubled-row", day: DAY });
    const { day, transactionId, column, before, after } = only(changes);
    expect([day, column, before, cellsOf(after ?? "")[2]]).toEqual([DAY, null, null, transactionId]);
    const lines = rightLines("daily", DAY);
    expect(lines).toContain(after);
    expect(await download("daily", DAY)).toBe(
      toText(lines.flatMap((line) => (line === after ? [line, line] : [line]))),
    );
    await expectOthersRight(`daily ${DAY}`);
  });

  test("extra-row", async () => {
    const { changes } = await disagree({ kind: "extra-row", day: DAY });
    const { day, transactionId, column, before, after } = only(changes);
    expect([day, column, before, cellsOf(after ?? "")[2]]).toEqual([DAY, null, null, transactionId]);
    const known = (await world.api("GET", "/transactions/")).body.results.map(({ id }: { id: string }) => id);
    expect(known).toHaveLength(12);
    expect(known).not.toContain(transactionId);
    const lines = linesOf(await download("daily", DAY));
    expect(lines.filter((line) => line === after)).toHaveLength(1);
    expect(lines.filter((line) => line !== after)).toEqual(rightLines("daily", DAY));
    await expectOthersRight(`daily ${DAY}`);
  });

  test("wrong-day: the balances of both files still follow each other", async () => {
    const { changes } = await disagree({ kind: "wrong-day", day: DAY });
    const [header = "", ...rows] = rightLines("daily", DAY);
    const [, ...nextRows] = rightLines("daily", NEXT_DAY);
    const last = rows.at(-1) ?? "";
    const transactionId = cellsOf(last)[2];
    expect(changes).toEqual([
      { day: DAY, transactionId, column: null, before: last, after: null },
      { day: NEXT_DAY, transactionId, column: null, before: null, after: last },
    ]);
    expect(await download("daily", DAY)).toBe(toText([header, ...rows.slice(0, -1)]));
    expect(await download("daily", NEXT_DAY)).toBe(toText([header, last, ...nextRows]));
    await expectOthersRight(`daily ${DAY}`, `daily ${NEXT_DAY}`);
  });

  test("other-column-names", async () => {
    const { changes } = await disagree({ kind: "other-column-names", day: DAY });
    const [header = "", ...rows] = rightLines("daily", DAY);
    const other =
      "Posting Date,Entry Type,Txn Ref,RRN,Card Token,Merchant Name,Local Amount,Local Currency,Billing Amount,Billing Currency,Customer Fees,Net Amount,Running Balance";
    expect(changes).toEqual([{ day: DAY, transactionId: null, column: null, before: header, after: other }]);
    expect(await download("daily", DAY)).toBe(toText([other, ...rows]));
    await expectOthersRight(`daily ${DAY}`);
  });

  const withSemicolons = (edit: (cell: string, column: string) => string) => {
    const [columns = [], ...rows]: string[][] = parse(rightFile("daily", DAY));
    const written = rows.map((row) =>
      row
        .map((cell, index) => edit(cell, columns[index] ?? ""))
        .map((cell) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(";"),
    );
    return toText([columns.join(";"), ...written]);
  };

  test("semicolons", async () => {
    const { changes } = await disagree({ kind: "semicolons", day: DAY });
    expect(changes).toEqual([{ day: DAY, transactionId: null, column: null, before: ",", after: ";" }]);
    const text = await download("daily", DAY);
    expect(text).toBe(withSemicolons((cell) => cell));
    expect(text).toContain(';"Coffee; Tea";');
    expect(text).toContain(";Salt, Pepper;");
    await expectOthersRight(`daily ${DAY}`);
  });

  test("decimal-comma", async () => {
    const { changes } = await disagree({ kind: "decimal-comma", day: DAY });
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [",", ";"],
      [".", ","],
    ]);
    const amounts = ["amount", "bill_amount", "cardholder_fees", "effect", "balance_after"];
    const text = await download("daily", DAY);
    expect(text).toBe(
      withSemicolons((cell, column) => (amounts.includes(column) ? cell.replace(".", ",") : cell)),
    );
    expect(text).toContain(";12,50;EUR;");
    await expectOthersRight(`daily ${DAY}`);
  });
});

describe("other reports", () => {
  test("disagree in their fee", async () => {
    for (const type of ["fee", "dailyTransactionFee"] as const) {
      const change = only((await disagree({ kind: "changed-amount", type, day: DAY })).changes);
      expect(change.column).toBe("fee_amount");
      expect(await download(type, DAY)).toBe(withCell(type, change));
    }
    await expectOthersRight(`fee ${DAY}`, `dailyTransactionFee ${DAY}`);
  });

  test("a month's file disagrees alone, under its last day", async () => {
    const { day, changes } = await disagree({ kind: "missing-row", type: "monthly", day: DAY });
    const { before } = only(changes);
    expect(day).toBe("2031-04-30");
    const [header = "", ...rows] = rightLines("monthly", NEXT_DAY);
    expect(rows).toContain(before);
    expect(await download("monthly", "2031-04-30")).toBe(
      toText([header, ...rows.filter((row) => row !== before)]),
    );
    await expectOthersRight();
  });

  test("have other names for all columns", async () => {
    for (const type of REPORT_TYPES) {
      const { before, after } = only(
        (await disagree({ kind: "other-column-names", type, day: DAY })).changes,
      );
      const [names, others] = [before?.split(",") ?? [], after?.split(",") ?? []];
      expect(others).toHaveLength(names.length);
      expect(new Set(others).size).toBe(names.length);
      for (const name of names) expect(others).not.toContain(name);
    }
  });
});

describe("which rows", () => {
  test("are as many as requested, or as the file has", async () => {
    const { changes } = await disagree({ kind: "missing-row", day: DAY, count: 4 });
    expect(new Set(changes.map(({ before }) => before)).size).toBe(4);
    expect(linesOf(await download("daily", DAY))).toHaveLength(7 - 4);
    await world.call("DELETE", "/sandbox/disagreements");
    expect((await disagree({ kind: "missing-row", day: DAY, count: 1000 })).changes).toHaveLength(6);
    expect(await download("daily", DAY)).toBe(toText(rightLines("daily", DAY).slice(0, 1)));
    expect((await disagree({ kind: "missing-row", day: EMPTY_DAY })).changes).toEqual([]);
  });

  test("are different ones for each disagreement, and an earlier one keeps its rows", async () => {
    for (const kind of ["missing-row", "wrong-day", "changed-amount", "doubled-row", "wrong-balance"]) {
      const before = await list();
      await disagree({ kind, day: DAY });
      expect((await list()).slice(0, before.length)).toEqual(before);
    }
    const rows = (await list()).map(({ changes: [first] }) => first?.transactionId);
    expect(new Set(rows).size).toBe(5);
    // One row fewer, one moved, one more.
    expect(linesOf(await download("daily", DAY))).toHaveLength(7 - 2 + 1);
  });

  test("are the same whenever the file is written, with the same seed", async () => {
    const { changes } = await disagree({ kind: "extra-row", day: DAY });
    const first = await download("daily", DAY);
    expect(await download("daily", DAY)).toBe(first);
    await world.call("DELETE", "/sandbox/disagreements");
    expect((await disagree({ kind: "extra-row", day: DAY })).changes).toEqual(changes);
    const { seed } = world.sandbox.state.program;
    world.sandbox.write({ program: { seed: seed + 1 } });
    await download("daily", DAY);
    expect((await list())[0]?.changes).not.toEqual(changes);
    world.sandbox.write({ program: { seed } });
  });
});

describe("without a day", () => {
  test("the next requested file with rows disagrees, and no other", async () => {
    const added = await disagree({ kind: "missing-row" });
    expect(added).toMatchObject({ type: "daily", day: null, count: 1, changes: [] });
    expect(await download("daily", EMPTY_DAY)).toBe(rightFile("daily", EMPTY_DAY));
    expect(await download("fee", DAY)).toBe(rightFile("fee", DAY));
    expect(await list()).toEqual([added]);
    const { link } = (await requestReport(world, receiver, "daily", NEXT_DAY)).data;
    expect(await list()).toEqual([{ ...added, day: NEXT_DAY }]);
    const wrong = await (await world.request(pathOf(link))).text();
    const { before } = only((await list())[0]?.changes ?? []);
    expect(wrong).toBe(toText(rightLines("daily", NEXT_DAY).filter((line) => line !== before)));
    await expectOthersRight(`daily ${NEXT_DAY}`);
    expect(await download("daily", NEXT_DAY)).toBe(wrong);
  });

  test("each of the next files takes one, the oldest first", async () => {
    await disagree({ kind: "missing-row" });
    await disagree({ kind: "semicolons" });
    await disagree({ kind: "doubled-row" });
    await download("daily", EMPTY_DAY);
    await download("daily", DAY);
    await download("daily", NEXT_DAY);
    expect((await list()).map(({ kind, day }) => [kind, day])).toEqual([
      ["missing-row", DAY],
      ["semicolons", EMPTY_DAY],
      ["doubled-row", NEXT_DAY],
    ]);
  });
});

test("clearing makes the files right again", async () => {
  await disagree({ kind: "missing-row", day: DAY });
  await disagree({ kind: "semicolons", day: NEXT_DAY });
  expect((await world.call("DELETE", "/sandbox/disagreements")).body).toEqual({ cleared: 2 });
  expect(await list()).toEqual([]);
  await expectOthersRight();
});

test("a disagreement knows what it changed once the file is written", async () => {
  await world.setClock("2031-04-20T12:00:00Z");
  expect((await disagree({ kind: "missing-row", day: "2031-04-20" })).changes).toEqual([]);
  const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 100 }));
  const purchase = { cardId: card.id, amount: 5 };
  const { transaction } = (await world.call("POST", "/sandbox/authorizations", purchase)).body;
  await world.call("POST", `/sandbox/transactions/${transaction.id}/clear`);
  await world.setClock("2031-05-02T00:00:00Z");
  expect(linesOf(await download("daily", "2031-04-20"))).toHaveLength(1);
  expect(only((await list())[0]?.changes ?? []).transactionId).toBe(transaction.id);
});

test("an invalid request is rejected", async () => {
  const invalid = [
    {},
    { kind: "earthquake" },
    { kind: "missing-row", type: "yearly" },
    { kind: "missing-row", day: "2031-02-30" },
    { kind: "missing-row", day: 20310401 },
    { kind: "missing-row", count: 0 },
    { kind: "missing-row", count: 1.5 },
    { kind: "missing-row", count: 1001 },
    { kind: "wrong-balance", type: "fee" },
    { kind: "wrong-day", type: "monthly" },
  ];
  for (const request of invalid) {
    const { status, body } = await world.call("POST", "/sandbox/disagreements", request);
    expect([request, status, body.status]).toEqual([request, 400, "failed"]);
  }
  expect(await list()).toEqual([]);
  expect((await world.request("/sandbox/disagreements")).status).toBe(401);
});

test("a reset removes all disagreements", async () => {
  await disagree({ kind: "missing-row" });
  await world.reset();
  expect(await list()).toEqual([]);
});
