import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import { EXCEPTION_KINDS } from "@/lib/domain/reconciliation/exception";
import { addDays, startOfDay } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { countTried } from "@/testing/count-tried";
import { openTestDashboard } from "@/testing/dashboard-database";
import { type ExpectedDay, expectedOf } from "@/testing/expected-reconciliation";
import { BLOCK_DAYS, Block, parseThousandths, world } from "@/testing/reconciliation-worlds";
import { markIndexFilled, storeReport } from "@/testing/settlements";
import { reconcile } from "./reconcile";

const WORLDS_PER_BLOCK = 250;
const BLOCKS = 10;
/** Far enough apart that no block concerns another. */
const DAYS_BETWEEN = 60;
const FIRST_DAY = "2026-01-20";

let db: Awaited<ReturnType<typeof openTestDashboard>>;
beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await markIndexFilled(db.pool);
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});

async function store(block: Block, files: ReturnType<Block["files"]>, isHere: boolean[], mark: "." | ",") {
  for (const [offset, rows] of files.entries())
    if (isHere[offset])
      await storeReport(db.pool, {
        type: "daily",
        date: block.date(offset),
        content: block.csv(rows, mark),
      });
}

async function write(block: Block) {
  for (let offset = 0; offset <= BLOCK_DAYS; offset += 1) {
    const requestedAt = new Date(startOfDay(block.date(offset)).getTime() + 23 * 3_600_000);
    await writeTransactions(block.transactions(offset), { requestedAt, walk: null });
  }
}

async function openExceptions(block: Block): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', kind, transaction_id, event, day - $1::date) as text from reconciliation_exceptions
     where state = 'open' and transaction_id like $1 || '%'`,
    [block.firstDay],
  );
  return rows.map(({ text }) => text).sort();
}

async function resultsOf(block: Block): Promise<Map<number, ExpectedDay>> {
  const { rows } = await db.pool.query<{ offset: number; result: DayResult }>(
    `select day - $1::date as offset, result from reconciliation_days
     where day between $1::date and $1::date + ${BLOCK_DAYS - 1} order by day`,
    [block.firstDay],
  );
  return new Map(
    rows.map(({ offset, result: { matched, rows: count, waiting, events, records, arrivals } }) => {
      const sums: [string, bigint][] = [
        ...events.flatMap(({ event, currency, rows: number, billed, fees, effect }): [string, bigint][] => [
          [`${event} rows ${currency}`, BigInt(number)],
          [`${event} billed ${currency}`, parseThousandths(billed)],
          [`${event} fees ${currency}`, parseThousandths(fees)],
          [`${event} effect ${currency}`, parseThousandths(effect)],
        ]),
        ...records.flatMap((total): [string, bigint][] => [
          [`purchases ${total.currency}`, BigInt(total.purchases)],
          [`purchased ${total.currency}`, parseThousandths(total.purchased)],
          [`refunds ${total.currency}`, BigInt(total.refunds)],
          [`refunded ${total.currency}`, parseThousandths(total.refunded)],
          [`waiting ${total.currency}`, BigInt(total.waiting)],
          [`waiting amount ${total.currency}`, parseThousandths(total.waitingAmount)],
        ]),
        ...arrivals.map(({ madeOn, currency, amount }): [string, bigint] => [
          `arrived ${(startOfDay(madeOn).getTime() - startOfDay(block.firstDay).getTime()) / 86_400_000} ${currency}`,
          parseThousandths(amount),
        ]),
      ];
      return [offset, { matched, rows: count, waiting, sums: new Map(sums) }];
    }),
  );
}

const withoutZeros = (days: Map<number, ExpectedDay>) =>
  [...days].map(([day, { sums, ...counts }]) => ({
    day,
    ...counts,
    sums: [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)),
  }));

async function expectAsModeled(block: Block, files: ReturnType<Block["files"]>, isHere: boolean[]) {
  const expected = expectedOf(
    block,
    files.map((rows, offset) => (isHere[offset] ? rows : null)),
  );
  expect(await openExceptions(block)).toEqual(expected.exceptions);
  expect(withoutZeros(await resultsOf(block))).toEqual(withoutZeros(expected.days));
  return expected.exceptions;
}

describe("the reconciliation of any world", () => {
  it("finds exactly what the model finds, with exact sums, and nothing once the files are right", async () => {
    const found = new Set<string>();
    let blocks = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(world, { minLength: WORLDS_PER_BLOCK, maxLength: WORLDS_PER_BLOCK }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: BLOCK_DAYS, maxLength: BLOCK_DAYS }),
        fc.constantFrom<"." | ",">(".", ","),
        fc.boolean(),
        async (worlds, luck, mark, isFileFirst) => {
          const block = new Block(addDays(FIRST_DAY, blocks * DAYS_BETWEEN), worlds);
          blocks += 1;
          const isHere = luck.map((value) => value > 0);
          const files = block.files(false);
          if (isFileFirst) await store(block, files, isHere, mark);
          if (isFileFirst) await reconcile();
          await write(block);
          if (!isFileFirst) await store(block, files, isHere, mark);
          await reconcile();
          for (const exception of await expectAsModeled(block, files, isHere))
            found.add(exception.split(" ")[0] ?? "");
          const truth = block.files(true);
          const areAllHere = isHere.map(() => true);
          await store(block, truth, areAllHere, mark);
          await reconcile();
          expect(await expectAsModeled(block, truth, areAllHere)).toEqual([]);
        },
      ),
      { numRuns: BLOCKS, endOnFailure: true },
    );
    // Otherwise the worlds are too tame. They have one file for each day.
    const ofOneFile = Object.keys(EXCEPTION_KINDS).filter((kind) => !/other-file|elsewhere/.test(kind));
    expect([...found].sort()).toEqual(ofOneFile.sort());
    countTried("worlds", blocks * WORLDS_PER_BLOCK);
  }, 480_000);
});
