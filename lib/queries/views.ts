import "server-only";
import { z } from "zod";
import { countAudit } from "@/lib/audit/read";
import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { requestInfo } from "@/lib/auth/request-info";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { readSavedViews } from "@/lib/db/saved-views";
import { success } from "@/lib/domain/result";
import {
  ALL_VIEW,
  type SavedViews,
  VIEW_LIST_NAMES,
  VIEW_LISTS,
  type ViewList,
} from "@/lib/domain/views/saved-view";
import { MAX_TAB_COUNT, type ViewCounts } from "@/lib/domain/views/view-bar";
import { countDeliveries } from "@/lib/events/webhook-deliveries";
import { countExceptions } from "@/lib/reconciliation/list-exceptions";
import { countReports } from "@/lib/reports/read-reports";
import { type AuditView, auditView } from "@/lib/url/audit-view";
import { type CardsView, cardsView } from "@/lib/url/cards-view";
import type { View } from "@/lib/url/define-view";
import { exceptionsView } from "@/lib/url/exceptions-view";
import { reportsView } from "@/lib/url/reports-view";
import { findLostConditions } from "@/lib/url/saved-view-url";
import { transactionsView } from "@/lib/url/transactions-view";
import type { ViewState } from "@/lib/url/view-href";
import { webhooksView } from "@/lib/url/webhooks-view";
import { countCards } from "./cards";
import { type Counter, countViews } from "./count-views";
import { defineQuery } from "./define-query";
import { exceptionFilter } from "./exceptions";
import { countTransactionsOf } from "./transactions";

const ListInput = z.object({ list: z.enum(VIEW_LIST_NAMES) });

export const getSavedViews = defineQuery({
  name: "the saved views",
  permission: "views.save",
  input: ListInput,
  async run({ input: { list }, actor }) {
    const permitted = await permitList(list);
    if (!permitted.ok) return permitted;
    return success<SavedViews>(await readSavedViews(actor.id, list));
  },
});

/** How many rows each view has, as far as that can be read quickly. */
export const getViewCounts = defineQuery({
  name: "the counts of the saved views",
  permission: "views.save",
  input: ListInput,
  async run({ input: { list }, actor }) {
    const permitted = await permitList(list);
    if (!permitted.ok) return permitted;
    const count = await COUNTERS[list]();
    if (!count) return success<ViewCounts>({});
    const { views } = await readSavedViews(actor.id, list);
    return success<ViewCounts>(await countViews([{ id: ALL_VIEW, query: "" }, ...views], count));
  },
});

async function permitList(list: ViewList) {
  const { path, permission } = VIEW_LISTS[list];
  return permit(permission, { action: ACCESS_DENIED, message: `Open ${path}` }, await requestInfo());
}

/** A view with a condition that no longer exists isn't counted, because it would be another list. */
function counter<State extends ViewState>(
  view: View<State>,
  count: (state: State) => Promise<number | null>,
): Counter {
  return async (query) =>
    findLostConditions(view, query).length > 0 ? null : count(view.parse(new URLSearchParams(query)));
}

/** Until the index has everything, its counts would be too low. */
const COUNTERS: Record<ViewList, () => Promise<Counter | null>> = {
  cards: async () => {
    const { cards } = await readIndexState();
    return cards.isComplete ? counter(cardsView, countSearched) : null;
  },
  transactions: async () => {
    const { transactions } = await readIndexState();
    return transactions.isComplete
      ? counter(transactionsView, (view) => countTransactionsOf(view, MAX_TAB_COUNT))
      : null;
  },
  exceptions: async () => counter(exceptionsView, (view) => countExceptions(exceptionFilter(view))),
  reports: async () =>
    counter(reportsView, ({ person, ...filter }) =>
      countReports({ ...filter, personId: person }, MAX_TAB_COUNT),
    ),
  webhooks: async () => counter(webhooksView, (view) => countDeliveries(view, MAX_TAB_COUNT)),
  audit: async () => counter(auditView, countEntries),
};

/** Without an exact match the list shows similar cards, which aren't counted. */
async function countSearched(view: CardsView): Promise<number | null> {
  const count = await countCards(view, MAX_TAB_COUNT);
  return count === 0 && view.search !== "" ? null : count;
}

/** What a text refers to takes several searches. */
async function countEntries({ person, action, target, outcome, ...days }: AuditView): Promise<number | null> {
  if (target !== "") return null;
  const filter = { actorId: person ?? undefined, action: action ?? undefined, outcome: outcome ?? undefined };
  return countAudit({ ...days, ...filter }, MAX_TAB_COUNT);
}
