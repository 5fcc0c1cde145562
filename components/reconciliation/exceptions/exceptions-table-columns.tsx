import { type TableCells, tableColumns } from "@/components/data-table/column";
import { TransactionCardLink } from "@/components/transactions/transaction-card-link";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";

import { EXCEPTION_KINDS, EXCEPTION_REASONS } from "@/lib/domain/reconciliation/exception";

import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import { formatDay } from "@/lib/domain/time/date-time";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import { ExceptionFileLink, ExceptionTransactionLink } from "./exception-links";
import { ExceptionStateBadge } from "./exception-state-badge";
import { ExceptionDifference, ExceptionValues } from "./exception-values";

/** Takes the width of the column, whatever the text, so that a long one doesn't push other columns out of the table. */
const SHORTENED = "block w-0 min-w-full truncate";

const EXCEPTION_CELLS: TableCells<typeof exceptionsList, ListedException> = {
  kind: {
    share: 13,
    cell: ({ kind }) => <span className="font-medium">{EXCEPTION_KINDS[kind]}</span>,
    isFixed: true,
    mobile: "title",
  },
  day: { share: 8, cell: ({ day }) => formatDay(day), mobile: "subtitle" },
  transaction: {
    share: 10,
    cell: (exception) => <ExceptionTransactionLink {...exception} />,
    from: "wide",
  },
  card: {
    share: 8,
    cell: ({ cardId, card }) =>
      cardId === null ? (
        <span className="text-ink-3">None</span>
      ) : (
        <TransactionCardLink cardId={cardId} card={card} />
      ),
    from: "wide",
  },
  merchant: {
    share: 12,
    cell: ({ merchant }) =>
      merchant === null ? (
        <span className="text-ink-3">None</span>
      ) : (
        <span title={merchant} className={SHORTENED}>
          {merchant}
        </span>
      ),
    from: "wide",
  },
  source: {
    share: 9,
    cell: (exception) => <ExceptionFileLink {...exception} isShort />,
    from: "wide",
  },
  // Without a share, it takes the space that hidden columns leave.
  values: { cell: (exception) => <ExceptionValues {...exception} /> },
  difference: {
    share: 9,
    cell: (exception) => <ExceptionDifference {...exception} />,
    align: "end",
    mobile: "meta",
  },
  state: { share: 10, cell: ({ state }) => <ExceptionStateBadge state={state} />, mobile: "meta" },
  reason: {
    share: 12,
    cell: ({ reason, note }) => (
      <span title={note} className={SHORTENED}>
        {reason ? EXCEPTION_REASONS[reason] : ""}
        {note && <span className="text-ink-3">{reason ? ` · ${note}` : note}</span>}
      </span>
    ),
    from: "wide",
  },
  owner: {
    share: 10,
    cell: ({ owner }) =>
      owner ? (
        <span title={owner.name} className={SHORTENED}>
          {owner.name}
        </span>
      ) : (
        <span className="text-ink-3">Unassigned</span>
      ),
    from: "wide",
  },
  found: {
    share: 10,
    note: <ZoneName />,
    cell: ({ foundAt }) => <DateTime value={foundAt} style="short" />,
    align: "end",
    from: "wide",
  },
};

export const EXCEPTIONS_TABLE_COLUMNS = tableColumns(exceptionsList, EXCEPTION_CELLS);
