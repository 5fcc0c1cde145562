import "server-only";
import { amountCell, type CellRow, textCell, timeCell } from "@/lib/domain/exports/cell";
import { BRIDGE_PARTS } from "@/lib/domain/reconciliation/bridge";
import { CHECKS, type CheckName, type EventTotal } from "@/lib/domain/reconciliation/day-result";
import { EXCEPTION_STATES, type ExceptionState } from "@/lib/domain/reconciliation/exception";
import { periodText } from "@/lib/domain/reconciliation/period";
import { reportFileName, reportName } from "@/lib/domain/reports/report";
import type { Sheet } from "@/lib/xlsx/write-xlsx";
import { EXCEPTION_COLUMNS } from "./exception-rows";
import type { PackData } from "./read-pack-data";

/** With real numbers and dates. */
export function workbookSheets(pack: PackData, exceptions: AsyncIterable<CellRow[]>): Sheet[] {
  return [
    { name: "Summary", columns: ["Item", "Currency", "Value"], batches: [summaryRows(pack)] },
    { name: "Matched totals", columns: TOTAL_COLUMNS, batches: [totalRows(pack)] },
    { name: "Exceptions", columns: EXCEPTION_COLUMNS, batches: exceptions },
    { name: "Fees", columns: FEE_COLUMNS, batches: [feeRows(pack)] },
    { name: "Bridge", columns: ["Currency", "Part", "Amount"], batches: [bridgeRows(pack)] },
  ];
}

function summaryRows({ period, files, evidence, signOffs }: PackData): CellRow[] {
  const { days, rows, matched, events, records, checks, exceptionsLeft } = evidence;
  const standing = signOffs.filter(({ reopened }) => reopened === null);
  const month = standing.find((signOff) => signOff.period === "month");
  const signedDays = standing.filter((signOff) => signOff.period === "day");
  const left = (state: ExceptionState) =>
    exceptionsLeft.filter((exception) => exception.state === state).length;
  return [
    ["Month", null, textCell(periodText(period))],
    ["Signed off by", null, textCell(month?.person ?? "Not signed off")],
    ["Second person", null, textCell(month?.secondPerson)],
    ["Signed off (UTC)", null, month && timeCell(month.signedAt)],
    ["Changed since (UTC)", null, month?.stale && timeCell(month.stale.since)],
    ["Days signed off", null, signedDays.length],
    ["Days signed off that changed since", null, signedDays.filter(({ stale }) => stale).length],
    ["Days compared", null, days],
    ["Files", null, files.length],
    ["Rows in the files", null, rows],
    ["Matched rows", null, matched],
    ...(["open", "explained", "waiting"] as const).map(
      (state): CellRow => [`Exceptions left: ${EXCEPTION_STATES[state].toLowerCase()}`, null, left(state)],
    ),
    ...events.flatMap(({ event, currency, rows: count, billed, fees, effect }): CellRow[] => [
      [`${EVENT_NAMES[event]}: rows`, currency, count],
      [`${EVENT_NAMES[event]}: billed`, currency, amountCell(billed, currency)],
      [`${EVENT_NAMES[event]}: fees`, currency, amountCell(fees, currency)],
      [`${EVENT_NAMES[event]}: effect`, currency, amountCell(effect, currency)],
    ]),
    ...records.map(
      ({ currency, amount }): CellRow => ["Settled by our records", currency, amountCell(amount, currency)],
    ),
    ...checks.map(
      ({ name, day, currency, outcome }): CellRow => [
        `${CHECKS[name]}, ${day ?? periodText(period)}`,
        currency,
        outcome,
      ],
    ),
  ];
}

const EVENT_NAMES: Record<EventTotal["event"], string> = {
  clearing: "Clearings",
  refund: "Refunds",
  other: "Other events",
};

const TOTAL_COLUMNS = [
  "Day",
  "Rows in the file",
  "Matched rows",
  "Not due yet",
  "Event",
  "Currency",
  "Event rows",
  "Billed",
  "Fees",
  "Effect",
  "Event rows matched",
  "Billed, matched",
];

/** What is counted once a day is only in its first row, so that each column can be added up. */
function totalRows({ days }: PackData): CellRow[] {
  return days.flatMap(({ day, result: { rows, matched, waiting, events } }): CellRow[] => {
    const ofDay: CellRow = [{ is: "date", text: day }, rows, matched, waiting];
    const ofEvents = events.map(
      ({
        event,
        currency,
        rows: count,
        billed,
        fees,
        effect,
        matched: matchedRows,
        matchedBilled,
      }): CellRow => [
        EVENT_NAMES[event],
        currency,
        count,
        amountCell(billed, currency),
        amountCell(fees, currency),
        amountCell(effect, currency),
        matchedRows,
        amountCell(matchedBilled, currency),
      ],
    );
    if (ofEvents.length === 0) return [ofDay];
    return ofEvents.map((cells, index) =>
      index === 0 ? [...ofDay, ...cells] : [{ is: "date", text: day }, null, null, null, ...cells],
    );
  });
}

const FEE_COLUMNS = [
  "Period ends",
  "File or check",
  "Kind",
  "Currency",
  "Rows",
  "Amount",
  "In the fee report",
  "In the settlement",
  "Outcome",
];

const FEE_REPORTS = ["fee", "dailyTransactionFee", "monthlyTransactionFees", "monthlyNonTransactionFees"];
const FEE_CHECKS: readonly CheckName[] = ["cardholder-fees", "transaction-fees"];

/** What the fee reports add up to, then how they compare with the settlement. */
function feeRows({ files, days }: PackData): CellRow[] {
  const reported = files
    .filter(({ type }) => FEE_REPORTS.includes(type))
    .flatMap(({ type, date, summary }) =>
      summary.totals.map(
        ({ kind, currency, rows, amount }): CellRow => [
          { is: "date", text: date },
          `${reportName(type)} (${reportFileName(type, date, "csv")})`,
          textCell(kind),
          currency,
          rows,
          amountCell(amount, currency),
        ],
      ),
    );
  const checked = days.flatMap(({ day, result: { checks } }) =>
    checks
      .filter(({ name }) => FEE_CHECKS.includes(name))
      .map(
        ({ name, currency, expected, actual, outcome }): CellRow => [
          { is: "date", text: day },
          CHECKS[name],
          null,
          currency,
          null,
          null,
          expected === null ? null : { is: "decimal", text: expected },
          actual === null ? null : { is: "decimal", text: actual },
          outcome,
        ],
      ),
  );
  return [...reported, ...checked];
}

function bridgeRows({ bridges }: PackData): CellRow[] {
  return bridges.flatMap(({ currency, parts, settled }): CellRow[] => [
    ...parts.map(({ name, amount }): CellRow => [currency, BRIDGE_PARTS[name], amountCell(amount, currency)]),
    [currency, "Settled", amountCell(settled, currency)],
  ]);
}
