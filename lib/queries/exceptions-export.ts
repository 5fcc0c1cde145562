import "server-only";
import { FIRST_PAGE } from "@/lib/domain/cards/listed";
import { amountCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
  type ReconciliationException,
} from "@/lib/domain/reconciliation/exception";
import { exceptionFieldNames, exceptionValueCell } from "@/lib/domain/reconciliation/exception-value";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import { listExceptions } from "@/lib/reconciliation/list-exceptions";
import { exceptionsView, resolveSort } from "@/lib/url/exceptions-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { exceptionFilter, exceptionSort } from "./exceptions";
import { exportList } from "./list-export";

const COLUMNS = fileColumns(exceptionsList);

type ExportedException = ReconciliationException & { created: string };

const VALUES: FileValues<typeof exceptionsList, ExportedException> = {
  exception_id: ({ id }) => textCell(id),
  day: ({ day }) => ({ is: "date", text: day }),
  kind: ({ kind }) => EXCEPTION_KINDS[kind],
  transaction_id: ({ transactionId }) => textCell(transactionId),
  event: ({ event }) => event,
  card_id: ({ cardId }) => textCell(cardId),
  merchant: ({ merchant }) => textCell(merchant),
  report_id: ({ report }) => textCell(report?.id),
  file_row: ({ rowNumber }) => (rowNumber === null ? null : rowNumber + 1),
  field: ({ kind, field }) =>
    field === "Day" ? Object.values(exceptionFieldNames({ kind, field })).join(", ") : field,
  ours: (exception) => exceptionValueCell(exception, exception.ours),
  theirs: (exception) => exceptionValueCell(exception, exception.theirs),
  difference: ({ difference, currency }) =>
    difference === null ? null : amountCell(difference, currency ?? ""),
  currency: ({ currency }) => currency,
  state: ({ state }) => EXCEPTION_STATES[state],
  state_since_utc: ({ stateSince }) => timeCell(stateSince),
  reason: ({ reason }) => reason && EXCEPTION_REASONS[reason],
  note: ({ note }) => textCell(note),
  is_by_rule: ({ ruleId }) => (ruleId === null ? "no" : "yes"),
  owner: ({ owner }) => textCell(owner?.name),
  found_utc: ({ foundAt }) => timeCell(foundAt),
};

export function exportExceptions(request: Request): Promise<Response> {
  return exportList<ExportedException>(request, "exceptions.export", async (searchParams, format) => {
    const view = { ...exceptionsView.parse(searchParams), ...FIRST_PAGE, open: null };
    const sort = resolveSort(view, null);
    const filter = exceptionFilter(view);
    const { search, ...auditedFilter } = filter;
    return {
      fileName: exportFileName("exceptions", view, exceptionsView.defaults, format),
      sheetName: "Exceptions",
      columns: COLUMNS,
      toRows: async (rows) => rows.map((row) => COLUMNS.map((column) => VALUES[column](row))),
      source: "index",
      days: { from: view.from, to: view.to, zone: null },
      filter: { isSearched: search !== "", ...auditedFilter, sort },
      async fetchFromIndex(cursor) {
        const page = await listExceptions({ filter, sort: exceptionSort(sort), ...cursor });
        return { ...page, rows: page.rows.map((row) => ({ ...row, created: row.foundAt })) };
      },
    };
  });
}
