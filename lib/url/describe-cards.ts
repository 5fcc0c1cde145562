import type { CardsView } from "./cards-view";

/** What a list of cards is filtered by, in words. Not what was searched for, which can be a name. */
export function describeCards({ search, from, to, status, type, design, customer }: CardsView): string {
  const filters = [
    search !== "" && "a search",
    status.length > 0 && `status ${status.join(" or ").toLowerCase()}`,
    type !== null && `type ${type}`,
    design !== null && `design ${design}`,
    customer !== "" && `customer ${customer}`,
    from && to && `created from ${from} to ${to}`,
    from && !to && `created since ${from}`,
    !from && to && `created until ${to}`,
  ].filter((words) => typeof words === "string" && words !== "");
  return filters.length === 0 ? "All cards" : `All that match ${filters.join(", ")}`;
}
