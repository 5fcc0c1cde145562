"use client";

import { useState } from "react";
import { sortLinks } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { emptyText } from "@/components/data-table/empty-text";
import { ListEmpty } from "@/components/data-table/list-empty";
import { ListFooter } from "@/components/data-table/list-footer";
import { useSelection } from "@/components/data-table/selection";
import { useListErrors } from "@/components/data-table/use-list-errors";
import { classNames } from "@/components/ui/class-names";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { columnChoice } from "@/lib/client/column-choice";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { usePrefetchNext } from "@/lib/client/use-prefetch";
import { useRefresh } from "@/lib/client/use-refresh";
import { useView } from "@/lib/client/use-view";
import { FIRST_PAGE, type ListPage } from "@/lib/domain/cards/listed";
import { countOf } from "@/lib/domain/money/numbers";
import {
  EXCEPTION_KINDS,
  type ExceptionHistoryEntry,
  type ExceptionRule,
} from "@/lib/domain/reconciliation/exception";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import type { AppError } from "@/lib/domain/result";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import type { ExceptionsView } from "@/lib/url/exceptions-view";
import { isFiltered, NO_PRESENTATION, viewHref } from "@/lib/url/view-href";
import type { AssignDialogProps } from "./assign-dialog";
import { ExceptionPanel } from "./exception-panel";
import { ExceptionRules } from "./exception-rules";
import { type ExceptionFacets, ExceptionsFilters } from "./exceptions-filters";
import { ExceptionsSelection } from "./exceptions-selection";
import { EXCEPTIONS_TABLE_COLUMNS } from "./exceptions-table-columns";
import type { RuleDialogProps } from "./rule-dialog";
import { ruleFor } from "./rule-for";
import type { ExceptionTarget, SelectedException } from "./selected-exception";
import type { Explanation, StateDialogProps } from "./state-dialog";

const stateDialog = loadOnIntent<StateDialogProps>(() => import("./state-dialog"));
const assignDialog = loadOnIntent<AssignDialogProps>(() => import("./assign-dialog"));
const ruleDialog = loadOnIntent<RuleDialogProps>(() => import("./rule-dialog"));

export type OpenException = {
  id: string;
  exception: ListedException | null;
  history: readonly ExceptionHistoryEntry[];
};

type ExceptionsTableProps = {
  page: (ListPage<ListedException> & { total: number }) | null;
  error: AppError | null;
  view: ExceptionsView;
  defaults: ExceptionsView;
  /** The order of the rows, which may be the remembered one. */
  sort: NonNullable<ExceptionsView["sort"]>;
  preferences: TablePreferences;
  facets: ExceptionFacets;
  rules: readonly ExceptionRule[];
  openException: OpenException | null;
  canWork: boolean;
};

type OpenedDialog =
  | { is: "state" | "assign"; target: ExceptionTarget }
  | { is: "rule"; initial: RuleDialogProps["initial"] };

const NO_ROWS: readonly ListedException[] = [];

export function ExceptionsTable(props: ExceptionsTableProps) {
  const { page, defaults, preferences, facets, rules, openException, canWork } = props;
  const { view, isPending, change, clear, clearExcept, hrefAfter, field } = useView({
    path: "/reconciliation/exceptions",
    view: props.view,
    defaults,
  });
  const { error, retry, isRetrying } = useListErrors({ error: props.error, fallbackReason: null });
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const [dialogKey, setDialogKey] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const rows = page?.rows ?? NO_ROWS;
  const sort = view.sort ?? props.sort;
  const filter = { ...view, ...FIRST_PAGE, ...NO_PRESENTATION, open: null, sort: null };
  const selection = useSelection<SelectedException>(viewHref("", filter, defaults), rows);
  usePrefetchNext(page?.next && !isPending ? hrefAfter({ ...page.next, sort, open: null }) : null, page);

  const openedId = view.open;
  const row = rows.find(({ id }) => id === openedId) ?? null;
  const opened = openException?.id === openedId ? openException : null;
  const shown = row ?? opened?.exception ?? null;

  const target = (): ExceptionTarget =>
    selection.isAll
      ? { is: "all", href: viewHref("/api/reconciliation/exceptions/matching", filter, defaults) }
      : { is: "selected", items: [...selection.items.values()] };

  function show(next: OpenedDialog) {
    setDialog(next);
    setDialogKey(dialogKey + 1);
    setIsOpen(true);
  }

  function finish(explanation: Explanation | null = null) {
    const done = dialog;
    setIsOpen(false);
    selection.clear();
    refresh();
    if (explanation && done?.is === "state")
      show({ is: "rule", initial: ruleFor(done.target, view.kind, explanation) });
  }

  const close = () => setIsOpen(false);

  return (
    <>
      <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
        <div
          className={classNames("flex min-w-0 flex-1 flex-col gap-6", openedId !== null && "max-md:hidden")}
        >
          <DataTable
            name={exceptionsList.name}
            label="Exceptions"
            columns={EXCEPTIONS_TABLE_COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowHref={({ id }) => hrefAfter({ open: id })}
            onOpenRow={({ id }) => change({ open: id })}
            selection={canWork ? selection : undefined}
            selectLabel={selectLabel}
            selectedId={openedId}
            sorts={sortLinks(exceptionsList, sort, (next) => hrefAfter({ sort: next }))}
            isSortRemembered
            preferences={preferences}
            columnChoice={columnChoice(view, change)}
            isBusy={isPending || isRetrying}
            error={error}
            onRetry={retry}
            empty={
              <ListEmpty
                noun="exception"
                title="No exceptions"
                filtered={emptyText("exception", { ...view, sort: "" }, { ...defaults, sort: "" })}
                firstHref={page?.previous ? hrefAfter(FIRST_PAGE) : null}
                onClear={clearExcept}
              />
            }
            toolbar={
              <ExceptionsFilters
                view={view}
                facets={facets}
                change={change}
                field={field}
                clear={isFiltered({ ...view, sort: null }, defaults) ? clear : null}
              />
            }
            selectionBar={
              canWork && (
                <ExceptionsSelection
                  selection={selection}
                  rows={rows}
                  total={page?.total ?? 0}
                  onUpdate={() => show({ is: "state", target: target() })}
                  onAssign={() => show({ is: "assign", target: target() })}
                />
              )
            }
            footer={
              page && (
                <ListFooter
                  page={page}
                  total={countOf(page.total, "exception")}
                  freshness={null}
                  hrefAt={(position) => hrefAfter({ ...position, sort, open: null })}
                />
              )
            }
          />
          <ExceptionRules
            rules={rules}
            canWork={canWork}
            onAdd={() =>
              show({ is: "rule", initial: ruleFor(null, view.kind, { reason: "timing", note: "" }) })
            }
          />
        </div>
        {openedId !== null && (
          <div className="max-xl:order-first xl:sticky xl:top-16 xl:w-96 xl:shrink-0">
            <ExceptionPanel
              key={openedId}
              id={openedId}
              exception={shown}
              history={opened?.history ?? null}
              isMissing={opened !== null && !shown}
              canWork={canWork}
              onUpdate={() => shown && show({ is: "state", target: { is: "selected", items: [shown] } })}
              onAssign={() => shown && show({ is: "assign", target: { is: "selected", items: [shown] } })}
              onClose={() => change({ open: null })}
            />
          </div>
        )}
      </div>
      {dialog && (
        <PopupBoundary key={dialogKey} open={isOpen} onClose={close}>
          {dialog.is === "state" && (
            <stateDialog.Component
              open={isOpen}
              onClose={close}
              target={dialog.target}
              canMakeRule={canMakeRule(dialog.target, view)}
              onDone={finish}
            />
          )}
          {dialog.is === "assign" && (
            <assignDialog.Component
              open={isOpen}
              onClose={close}
              target={dialog.target}
              owners={facets.owners}
              onDone={() => finish()}
            />
          )}
          {dialog.is === "rule" && (
            <ruleDialog.Component
              open={isOpen}
              onClose={close}
              initial={dialog.initial}
              currencies={facets.currencies}
              onDone={() => finish()}
            />
          )}
        </PopupBoundary>
      )}
    </>
  );
}

function selectLabel({ kind, transactionId, day }: ListedException): string {
  return `Select ${EXCEPTION_KINDS[kind]} ${transactionId ?? day}`;
}

/** A rule is for one kind. */
function canMakeRule(target: ExceptionTarget, { kind }: ExceptionsView): boolean {
  if (target.is === "all") return kind.length === 1;
  return new Set(target.items.map((item) => item.kind)).size === 1;
}
