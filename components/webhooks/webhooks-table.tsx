"use client";

import { type TableCells, tableColumns } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { FilterChoice } from "@/components/data-table/filter-choice";
import { LogPagination } from "@/components/data-table/log-pagination";
import { Button } from "@/components/ui/buttons/button";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { columnChoice } from "@/lib/client/column-choice";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { useView } from "@/lib/client/use-view";
import { formatCount } from "@/lib/domain/money/numbers";
import { formatBytes } from "@/lib/domain/reports/report";
import type { AppError } from "@/lib/domain/result";
import { type DeliveryRow, WEBHOOK_EFFECTS, WEBHOOK_VERDICTS } from "@/lib/domain/webhook-delivery";
import { webhooksList } from "@/lib/lists/webhooks-list";
import { isFiltered } from "@/lib/url/view-href";
import type { WebhooksView } from "@/lib/url/webhooks-view";
import { EffectBadge, effectLabel, VerdictBadge, verdictLabel } from "./verdict-badge";

const CELLS: TableCells<typeof webhooksList, DeliveryRow> = {
  event: {
    cell: ({ eventId }) => <span className="font-mono text-small">{eventId.slice(0, 24)}</span>,
    isFixed: true,
    mobile: "title",
  },
  verdict: {
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    mobile: "meta",
  },
  effect: {
    cell: (row) => <Effect {...row} />,
    mobile: "subtitle",
  },
  repeats: {
    cell: ({ repeats }) => repeats > 0 && `${formatCount(repeats)} ×`,
    align: "end",
    from: "medium",
  },
  bytes: {
    cell: ({ bytes }) => formatBytes(bytes),
    align: "end",
    from: "wide",
  },
  at: {
    note: <ZoneName />,
    cell: ({ receivedAt }) => <DateTime value={receivedAt} style="short" className="text-ink-2" />,
    align: "end",
    mobile: "meta",
  },
};
const COLUMNS = tableColumns(webhooksList, CELLS);

function Effect({ verdict, effect, isProcessed }: DeliveryRow) {
  if (effect) return <EffectBadge effect={effect} />;
  return (
    <span className="text-ink-3">{verdict === "accepted" && !isProcessed ? "Processing" : "Rejected"}</span>
  );
}

type WebhooksTableProps = {
  rows: readonly DeliveryRow[];
  error: AppError | null;
  view: WebhooksView;
  defaults: WebhooksView;
  preferences: TablePreferences;
  olderHref: string | null;
  newestHref: string | null;
};

export function WebhooksTable(props: WebhooksTableProps) {
  const { rows, error, preferences, olderHref, newestHref } = props;
  const { view, isPending, change, clear, hrefAfter, field } = useView({
    path: "/webhooks",
    view: props.view,
    defaults: props.defaults,
  });
  const { from, to } = view;
  const hasFilters = isFiltered(view, props.defaults);
  return (
    <DataTable
      name={webhooksList.name}
      label="Webhooks"
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => hrefAfter({ entry: id })}
      selectedId={view.entry}
      preferences={preferences}
      columnChoice={columnChoice(view, change)}
      isBusy={isPending}
      error={error}
      empty={
        <EmptyState
          title={hasFilters ? "No matching deliveries" : "No deliveries yet"}
          action={hasFilters && <Button onClick={clear}>Clear filters</Button>}
        >
          {hasFilters
            ? "Choose other dates or clear the filters."
            : "Events from the issuer will appear here."}
        </EmptyState>
      }
      toolbar={
        <>
          <FilterChoice
            name="Signature"
            {...field("verdict")}
            options={WEBHOOK_VERDICTS.map((value) => ({ value, label: verdictLabel(value) }))}
          />
          <FilterChoice
            name="Result"
            {...field("effect")}
            options={WEBHOOK_EFFECTS.map((value) => ({ value, label: effectLabel(value) }))}
          />
          <DateRangePicker name="Received" range={{ from, to }} onChange={(range) => change(range)} />
          {hasFilters && (
            <Button tone="ghost" onClick={clear}>
              Clear filters
            </Button>
          )}
        </>
      }
      footer={<LogPagination olderHref={olderHref} newestHref={newestHref} />}
    />
  );
}
