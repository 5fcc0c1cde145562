"use client";

import { type ReactNode, useMemo } from "react";
import { sortLinks } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { emptyText } from "@/components/data-table/empty-text";
import { FilterChoice, FilterChoices } from "@/components/data-table/filter-choice";
import { FilterTag } from "@/components/data-table/filter-tag";
import { ListEmpty } from "@/components/data-table/list-empty";
import { ListFooter } from "@/components/data-table/list-footer";
import { SearchInput } from "@/components/data-table/search-input";
import { useSelection } from "@/components/data-table/selection";
import { SelectionBar } from "@/components/data-table/selection-bar";
import { useListErrors } from "@/components/data-table/use-list-errors";
import { Button } from "@/components/ui/buttons/button";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { statusStyle } from "@/components/ui/values/status-badge";
import { columnChoice } from "@/lib/client/column-choice";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { useLoaded } from "@/lib/client/use-loaded";
import { usePrefetchNext } from "@/lib/client/use-prefetch";
import { useView } from "@/lib/client/use-view";
import { FIRST_PAGE, type FilterOption, type ListedCard, type ListPage } from "@/lib/domain/cards/listed";
import { can, type Role } from "@/lib/domain/people/permissions";
import type { AppError } from "@/lib/domain/result";
import { cardsList } from "@/lib/lists/cards-list";
import type { CardsView } from "@/lib/url/cards-view";
import { isFiltered, NO_PRESENTATION, viewHref } from "@/lib/url/view-href";
import { cardRowMenu } from "./card-row-menu";
import { CARDS_TABLE_COLUMNS } from "./cards-table-columns";
import { useRowFreezes } from "./use-row-freezes";

type CardsTableProps = {
  page: ListPage<ListedCard> | null;
  error: AppError | null;
  view: CardsView;
  defaults: CardsView;
  preferences: TablePreferences;
  role: Role;
  statuses: readonly FilterOption[];
  types: readonly FilterOption[];
  designs: readonly FilterOption[];
  total: string | null;
  /** How many cards match, by the index; null if that isn't known exactly. */
  matching: number | null;
  freshness: ReactNode;
};

const loadSelection = () => import("./cards-selection");

const NO_ROWS: readonly ListedCard[] = [];

export function CardsTable(props: CardsTableProps) {
  const { page, defaults, preferences, role, statuses, types, designs, total, matching, freshness } = props;
  const { view, isPending, change, clear, clearExcept, hrefAfter, field } = useView({
    path: "/cards",
    view: props.view,
    defaults,
  });
  const { rows, openFreezeDialog, dialogs } = useRowFreezes(page?.rows ?? NO_ROWS);
  const { error, retry, isRetrying } = useListErrors({
    error: props.error,
    fallbackReason: page?.fallbackReason ?? null,
  });
  const rowMenu = useMemo(() => cardRowMenu(role, openFreezeDialog), [role, openFreezeDialog]);
  const hasFilters = isFiltered(view, defaults);
  const canSelect = can(role, "bulk.freeze") || can(role, "lists.export");
  const listQuery = viewHref("", { ...view, ...FIRST_PAGE, ...NO_PRESENTATION }, defaults);
  const selection = useSelection<ListedCard>(listQuery, rows);
  const CardsSelection = useLoaded(loadSelection, selection.isAll || selection.items.size > 0);
  usePrefetchNext(page?.next && !isPending ? hrefAfter(page.next) : null, page);
  return (
    <>
      <DataTable
        name={cardsList.name}
        label="Cards"
        columns={CARDS_TABLE_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/cards/${encodeURIComponent(id)}`}
        selection={canSelect ? selection : undefined}
        selectLabel={selectLabel}
        rowMenu={rowMenu}
        sorts={sortLinks(cardsList, view.sort, (sort) => hrefAfter({ sort }))}
        preferences={preferences}
        columnChoice={columnChoice(view, change)}
        isBusy={isPending || isRetrying}
        error={error}
        onRetry={retry}
        empty={
          <ListEmpty
            noun="card"
            title="No cards yet"
            filtered={emptyText("card", view, defaults)}
            firstHref={page?.previous ? hrefAfter(FIRST_PAGE) : null}
            onClear={clearExcept}
          />
        }
        toolbar={
          <>
            <SearchInput
              label="Search cards"
              placeholder="Name, last four, or any ID"
              value={view.search}
              onSearch={(search) => change({ search }, view.search === "" ? "push" : "replace")}
            />
            <DateRangePicker
              name="Created"
              range={{ from: view.from, to: view.to }}
              onChange={(range) => change(range)}
            />
            <FilterChoices
              name="Status"
              {...field("status")}
              options={statuses.map((option) => ({
                ...option,
                label: statusStyle("card", option.value).label,
              }))}
            />
            <FilterChoice name="Type" {...field("type")} options={types} />
            <FilterChoice name="Design" {...field("design")} options={designs} />
            {view.customer !== "" && (
              <FilterTag name="Customer" value={view.customer} onClear={() => change({ customer: "" })} />
            )}
            {hasFilters && (
              <Button tone="ghost" size="small" onClick={clear}>
                Clear filters
              </Button>
            )}
          </>
        }
        selectionBar={
          canSelect && (
            <SelectionBar selection={selection} noun="card" rows={rows}>
              {CardsSelection && (
                <CardsSelection
                  selection={selection}
                  rows={rows}
                  matching={matching}
                  listQuery={listQuery}
                  role={role}
                />
              )}
            </SelectionBar>
          )
        }
        footer={page && <ListFooter page={page} total={total} freshness={freshness} hrefAt={hrefAfter} />}
      />
      {dialogs}
    </>
  );
}

function selectLabel({ lastFour }: ListedCard): string {
  return `Select card ending in ${lastFour}`;
}
