import type { PageHref } from "@/components/layout/navigation";
import { customerNumberOf } from "@/lib/domain/cards/customer";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import type {
  FoundCard,
  FoundCustomer,
  FoundRun,
  FoundTransaction,
  SearchResults,
} from "@/lib/domain/cards/search-results";
import { foldText, wordsOf } from "@/lib/domain/cards/search-text";
import { isUuid } from "@/lib/domain/text/uuid";

export type PalettePage = { href: PageHref; name: string; keys?: string };
export type PaletteAction = { id: string; name: string; run: () => void };

export type PaletteItem =
  | { kind: "card"; key: string; card: FoundCard }
  | { kind: "customer"; key: string; customer: FoundCustomer }
  | { kind: "transaction"; key: string; transaction: FoundTransaction }
  | { kind: "run"; key: string; run: FoundRun }
  /** An ID that isn't in the index but may exist at the issuer. */
  | { kind: "unknown-id"; key: string; id: string }
  | { kind: "page"; key: string; page: PalettePage }
  | { kind: "action"; key: string; action: PaletteAction };

export type PaletteGroup = { name: string; items: PaletteItem[] };

type GroupSources = {
  text: string;
  /** Undefined until the first response. */
  results: SearchResults | undefined;
  recent: readonly PaletteItem[];
  pages: readonly PalettePage[];
  actions: readonly PaletteAction[];
};

/** Most likely matches first, because Enter opens the first item. */
export function buildGroups({ text, results, recent, pages, actions }: GroupSources): PaletteGroup[] {
  const typed = searchByLastFour(text.trim());
  const commands: PaletteGroup[] = [
    { name: "Pages", items: pages.filter(({ name }) => matchesName(name, typed)).map(pageItem) },
    { name: "Actions", items: actions.filter(({ name }) => matchesName(name, typed)).map(actionItem) },
  ];
  if (typed === "") return withoutEmpty([{ name: "Recent", items: [...recent] }, ...commands]);
  const found = results ? resultGroups(typed, results) : [];
  // Last, because a word of what was chosen is often also the name of a page.
  const runs = { name: "Bulk runs", items: (results?.runs ?? []).map(runItem) };
  // Fuzzy matches come after exact ones.
  return withoutEmpty(results?.isFuzzy ? [...commands, ...found, runs] : [...found, ...commands, runs]);
}

export function cardItem(card: FoundCard): PaletteItem {
  return { kind: "card", key: `card-${card.id}`, card };
}

export function customerItem(customer: FoundCustomer): PaletteItem {
  return { kind: "customer", key: `customer-${customer.id}`, customer };
}

/** Null for an action, which has no URL. */
export function itemHref(item: PaletteItem): string | null {
  switch (item.kind) {
    case "card":
      return cardHref(item.card.id);
    case "unknown-id":
      return cardHref(item.id);
    case "customer":
      return `/customers/${encodeURIComponent(item.customer.id)}`;
    case "transaction":
      return `/transactions?open=${encodeURIComponent(item.transaction.id)}`;
    case "run":
      return `/bulk/${item.run.id}`;
    case "page":
      return item.page.href;
    case "action":
      return null;
  }
}

export function cardHref(cardId: string): string {
  return `/cards/${encodeURIComponent(cardId)}`;
}

function resultGroups(typed: string, results: SearchResults): PaletteGroup[] {
  const { isFuzzy } = results;
  const cards = { name: isFuzzy ? "Similar cards" : "Cards", items: results.cards.map(cardItem) };
  const customers = {
    name: isFuzzy ? "Similar customers" : "Customers",
    items: results.customers.map(customerItem),
  };
  const transactions = { name: "Transactions", items: results.transactions.map(transactionItem) };
  const isUnknownId =
    isUuid(typed) && !results.cards.length && !results.transactions.length && !results.runs?.length;
  const unknownItems: PaletteItem[] = isUnknownId
    ? [{ kind: "unknown-id", key: `unknown-${typed}`, id: typed }]
    : [];
  const isLastFour = results.cards.some(({ lastFour }) => lastFour === typed);
  const isCustomerId = results.customers.some(
    ({ id }) => foldText(id) === foldText(typed) || (customerNumberOf(id) === typed && !isLastFour),
  );
  return [
    ...(isCustomerId ? [customers, cards] : [cards, customers]),
    transactions,
    { name: "Not synced yet", items: unknownItems },
  ];
}

function withoutEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

/** Whether each typed word is a prefix of a word in the name. */
function matchesName(name: string, typed: string): boolean {
  const words = wordsOf(name);
  return wordsOf(typed).every((prefix) => words.some((word) => word.startsWith(prefix)));
}

function transactionItem(transaction: FoundTransaction): PaletteItem {
  return { kind: "transaction", key: `transaction-${transaction.id}`, transaction };
}

function runItem(run: FoundRun): PaletteItem {
  return { kind: "run", key: `run-${run.id}`, run };
}

function pageItem(page: PalettePage): PaletteItem {
  return { kind: "page", key: `page-${page.href}`, page };
}

function actionItem(action: PaletteAction): PaletteItem {
  return { kind: "action", key: `action-${action.id}`, action };
}
