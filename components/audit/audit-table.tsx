"use client";

import { type TableCells, tableColumns } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { FilterChoice } from "@/components/data-table/filter-choice";
import { LogPagination } from "@/components/data-table/log-pagination";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/buttons/button";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { columnChoice } from "@/lib/client/column-choice";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { useView } from "@/lib/client/use-view";
import { formatCount } from "@/lib/domain/money/numbers";
import { actionLabel } from "@/lib/domain/people/action-labels";
import { AUDIT_OUTCOMES, type AuditListRow, auditCardNumber } from "@/lib/domain/people/audit-log";
import type { AppError } from "@/lib/domain/result";
import { auditList } from "@/lib/lists/audit-list";
import type { AuditView } from "@/lib/url/audit-view";
import { isFiltered } from "@/lib/url/view-href";
import { OutcomeBadge, outcomeLabel } from "./outcome-badge";

const CELLS: TableCells<typeof auditList, AuditListRow> = {
  action: {
    cell: ({ action, card }) => (
      <span className="font-medium">
        {actionLabel(action)}
        {card && <span className="@min-[48rem]/table:hidden"> {auditCardNumber(card)}</span>}
      </span>
    ),
    isFixed: true,
    mobile: "title",
  },
  entry: {
    cell: ({ seq }) => <span className="text-ink-2 tabular-nums">{formatCount(seq)}</span>,
    align: "end",
    from: "medium",
  },
  outcome: {
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    mobile: "meta",
  },
  person: {
    cell: ({ actor }) => actor ?? <span className="text-ink-3">Not signed in</span>,
    mobile: "subtitle",
  },
  target: {
    cell: ({ target, card, name }) =>
      target && (
        <span className="flex min-w-0 items-center gap-2">
          {card && (
            <span className="min-w-0 truncate">
              <span className="font-medium">{auditCardNumber(card)}</span> {card.cardholderName}
            </span>
          )}
          {name && <span className="min-w-0 truncate">{name}</span>}
          <CopyableId id={target} name="target" />
        </span>
      ),
    from: "medium",
  },
  message: {
    cell: ({ message }) => message && <span className="line-clamp-1 text-ink-2">{message}</span>,
    from: "wide",
  },
  duration: {
    cell: ({ durationMs }) => durationMs !== null && <span className="text-ink-2">{durationMs} ms</span>,
    align: "end",
    from: "wide",
  },
  at: {
    note: <ZoneName />,
    cell: ({ at }) => <DateTime value={at} style="short" className="text-ink-2" />,
    align: "end",
    mobile: "meta",
  },
};
const COLUMNS = tableColumns(auditList, CELLS);

type AuditTableProps = {
  rows: readonly AuditListRow[];
  error: AppError | null;
  /** How the filter's text was resolved; null without a text. */
  targetMatch: { hasMatches: boolean; isTruncated: boolean } | null;
  view: AuditView;
  defaults: AuditView;
  preferences: TablePreferences;
  people: readonly { id: string; name: string }[];
  actions: readonly string[];
  olderHref: string | null;
  newestHref: string | null;
};

export function AuditTable(props: AuditTableProps) {
  const { rows, error, targetMatch, preferences, people, actions, olderHref, newestHref } = props;
  const { view, isPending, change, clear, hrefAfter, field } = useView({
    path: "/audit",
    view: props.view,
    defaults: props.defaults,
  });
  const { target, from, to } = view;
  const hasFilters = isFiltered(view, props.defaults);
  return (
    <DataTable
      name={auditList.name}
      label="Audit log"
      columns={COLUMNS}
      rows={rows}
      rowId={({ seq }) => String(seq)}
      rowHref={({ seq }) => hrefAfter({ entry: String(seq) })}
      selectedId={view.entry}
      preferences={preferences}
      columnChoice={columnChoice(view, change)}
      isBusy={isPending}
      error={error}
      empty={
        <EmptyState
          title={emptyTitle(hasFilters, targetMatch?.hasMatches === false ? target : null)}
          action={hasFilters && <Button onClick={clear}>Clear filters</Button>}
        >
          {hasFilters ? "Change or clear the filters." : "Actions taken in Cardwell will appear here."}
        </EmptyState>
      }
      toolbar={
        <>
          <SearchInput
            label="Search by card, customer, person, or entry"
            placeholder="Last four, name, entry, or any ID"
            value={target}
            onSearch={(text) => change({ target: text })}
          />
          <DateRangePicker name="Time" range={{ from, to }} onChange={(range) => change(range)} />
          <FilterChoice
            name="Actor"
            {...field("person")}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterChoice
            name="Action"
            {...field("action")}
            options={actions.map((value) => ({ value, label: actionLabel(value) }))}
          />
          <FilterChoice
            name="Outcome"
            {...field("outcome")}
            options={AUDIT_OUTCOMES.filter((value) => value !== "begun").map((value) => ({
              value,
              label: outcomeLabel(value),
            }))}
          />
          {hasFilters && (
            <Button tone="ghost" onClick={clear}>
              Clear filters
            </Button>
          )}
          {targetMatch?.isTruncated && (
            <p role="status" className="w-full text-small text-ink-2">
              Too many cards match “{target}” to show all their entries. Add the last four or the full name.
            </p>
          )}
        </>
      }
      footer={<LogPagination olderHref={olderHref} newestHref={newestHref} />}
    />
  );
}

function emptyTitle(hasFilters: boolean, unknownTarget: string | null): string {
  if (unknownTarget) return `No cards, customers, people, or entries match “${unknownTarget}”`;
  return hasFilters ? "No matching entries" : "No entries yet";
}
