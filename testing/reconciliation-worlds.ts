import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import type { Transaction } from "@/lib/contract/transaction";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";

/** Days of a block are counted from 0. */
export const BLOCK_DAYS = 4;
const LAST = BLOCK_DAYS - 1;
const DECIMALS = { JPY: 0, USD: 2, KWD: 3 } as const;
type Currency = keyof typeof DECIMALS;
const CURRENCIES = Object.keys(DECIMALS) as [Currency, ...Currency[]];

export type Money = { units: number; currency: Currency };
export type Payment = {
  status: "PENDING" | "CLEARED" | "REFUNDED" | "DECLINED" | "REVERSED";
  madeOn: number;
  clearedOn: number;
  refundedOn: number;
  statusReadOn: number;
  billed: Money;
  charged: Money;
  fees: number;
  clearing: Disagreement;
  refund: Disagreement;
};
export type Disagreement = {
  is:
    | "none"
    | "missing"
    | "billed-amount"
    | "charged-amount"
    | "billed-currency"
    | "charged-currency"
    | "doubled"
    | "doubled-elsewhere"
    | "moved"
    | "unknown-too";
  /** By how much, or to which day. */
  by: number;
  currency: Currency;
};
/** A few transactions and what goes wrong with them in the files. */
export type World = Payment[];

export type FileRow = {
  id: string;
  event: "CLEARING" | "REFUND";
  occurredOn: number;
  billed: Money;
  charged: Money;
  fees: number;
};

const money = fc.record({
  units: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 99_999_999_999 })),
  currency: fc.constantFrom(...CURRENCIES),
});
const disagreement: fc.Arbitrary<Disagreement> = fc.record({
  is: fc.oneof(
    { weight: 2, arbitrary: fc.constant("none" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "missing" as const,
        "billed-amount" as const,
        "charged-amount" as const,
        "billed-currency" as const,
        "charged-currency" as const,
        "doubled" as const,
        "doubled-elsewhere" as const,
        "moved" as const,
        "unknown-too" as const,
      ),
    },
  ),
  by: fc.integer({ min: 1, max: LAST }),
  currency: fc.constantFrom(...CURRENCIES),
});
const day = (min: number) => fc.integer({ min, max: LAST });
const payment: fc.Arbitrary<Payment> = day(0)
  .chain((madeOn) => fc.tuple(fc.constant(madeOn), day(madeOn)))
  .chain(([madeOn, clearedOn]) => fc.tuple(fc.constant(madeOn), fc.constant(clearedOn), day(clearedOn)))
  .chain(([madeOn, clearedOn, refundedOn]) =>
    fc.record({
      madeOn: fc.constant(madeOn),
      clearedOn: fc.constant(clearedOn),
      refundedOn: fc.constant(refundedOn),
      statusReadOn: fc.oneof(day(refundedOn), fc.constant(LAST + 1)),
      status: fc.constantFrom("PENDING", "CLEARED", "CLEARED", "REFUNDED", "DECLINED", "REVERSED"),
      billed: money,
      charged: money,
      fees: fc.nat({ max: 9 }),
      clearing: disagreement,
      refund: disagreement,
    }),
  );
export const world: fc.Arbitrary<World> = fc.array(payment, { minLength: 1, maxLength: 3 });

/** Worlds that share a database and days, but no transaction. */
export class Block {
  readonly payments: ReadonlyMap<string, Payment>;

  constructor(
    readonly firstDay: IsoDate,
    worlds: readonly World[],
  ) {
    this.payments = new Map(
      worlds.flatMap((payments, index) =>
        payments.map((made, number): [string, Payment] => [`${firstDay}-${index}-${number}`, made]),
      ),
    );
  }

  date(offset: number): IsoDate {
    return addDays(this.firstDay, offset);
  }

  transactions(statusReadOn: number): Transaction[] {
    return [...this.payments]
      .filter(([, made]) => made.statusReadOn === statusReadOn)
      .map(([id, { status, madeOn, billed, charged }]) => ({
        id,
        external_transaction_id: `external-${id}`,
        card_id: "card-1",
        bill_amount: Number(plain(billed)),
        bill_currency: billed.currency,
        cardholder_name: "Ada Lovelace",
        amount: plain(charged),
        currency: charged.currency,
        status,
        created: `${this.date(madeOn)}T08:00:00+0000`,
      }));
  }

  /** The rows of each day's file; without disagreements if it is the truth. */
  files(isTrue: boolean): FileRow[][] {
    const files: FileRow[][] = Array.from({ length: BLOCK_DAYS }, () => []);
    for (const [id, made] of this.payments) {
      const { status, billed, charged, fees } = made;
      const row = { id, billed, charged, fees };
      if (status === "CLEARED" || status === "REFUNDED")
        add(files, { ...row, event: "CLEARING", occurredOn: made.clearedOn }, isTrue ? null : made.clearing);
      if (status === "REFUNDED")
        add(files, { ...row, event: "REFUND", occurredOn: made.refundedOn }, isTrue ? null : made.refund);
      // An issuer that settles what it has declined, or what it still calls pending.
      if (!isTrue && made.clearing.is === "unknown-too" && status !== "CLEARED" && status !== "REFUNDED")
        add(files, { ...row, event: "CLEARING", occurredOn: made.clearedOn }, null);
    }
    return files;
  }

  csv(rows: readonly FileRow[], mark: "." | ","): string {
    const amount = (value: Money) => plain(value).replace(".", mark);
    return stringify(
      [
        [
          "occurred_at",
          "event",
          "transaction_id",
          "amount",
          "currency",
          "bill_amount",
          "bill_currency",
          "fees",
          "effect",
        ],
        ...rows.map(({ id, event, occurredOn, billed, charged, fees }) => [
          `${this.date(occurredOn)}T12:00:00+0000`,
          event,
          id,
          amount(charged),
          charged.currency,
          amount(billed),
          billed.currency,
          amount({ units: fees, currency: billed.currency }),
          amount({ units: (event === "REFUND" ? 1 : -1) * (billed.units - fees), currency: billed.currency }),
        ]),
      ],
      { delimiter: mark === "," ? ";" : "," },
    );
  }
}

function add(files: FileRow[][], row: FileRow, wrong: Disagreement | null): void {
  const put = (offset: number, changes: Partial<FileRow> = {}) => files[offset]?.push({ ...row, ...changes });
  const own = row.occurredOn;
  const other = (own + (wrong?.by ?? 0)) % BLOCK_DAYS;
  const { billed, charged } = row;
  if (wrong?.is === "missing") return;
  if (wrong?.is === "moved") return void put(other);
  if (wrong?.is === "billed-amount")
    return void put(own, { billed: { ...billed, units: billed.units + wrong.by } });
  if (wrong?.is === "charged-amount")
    return void put(own, { charged: { ...charged, units: charged.units + wrong.by } });
  if (wrong?.is === "billed-currency")
    return void put(own, { billed: { ...billed, currency: wrong.currency } });
  if (wrong?.is === "charged-currency")
    return void put(own, { charged: { ...charged, currency: wrong.currency } });
  put(own);
  if (wrong?.is === "doubled") put(own);
  if (wrong?.is === "doubled-elsewhere") put(other);
  if (wrong?.is === "unknown-too") put(own, { id: `${row.id}-unknown-${row.event}` });
}

/** `-1.050` for -1050 units of a currency with three decimals. */
function plain({ units, currency }: Money): string {
  const decimals = DECIMALS[currency];
  const digits = String(Math.abs(units)).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return `${units < 0 ? "-" : ""}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ""}`;
}

/** Whole thousandths, the smallest unit of any currency here. */
export function thousandths({ units, currency }: Money): bigint {
  return BigInt(units) * 10n ** BigInt(3 - DECIMALS[currency]);
}

export function parseThousandths(decimal: string): bigint {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,3})0*)?$/.exec(decimal) ?? [];
  if (whole === "") throw new Error(`${decimal} is not a decimal`);
  const value = BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, "0"));
  return sign === "-" ? -value : value;
}
