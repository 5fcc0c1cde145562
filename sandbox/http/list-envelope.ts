import type { ListQuery } from "@/lib/contract/list";

/** The envelope of a list: absolute links that keep the filters, or null where there is no such page. */
export function listEnvelope<Item>(
  url: string,
  { page, min_created, max_created }: ListQuery,
  { count, results }: { count: number; results: Item[] },
  pageSize: number,
) {
  const lastPage = Math.max(1, Math.ceil(count / pageSize));
  const link = (target: number) => {
    const address = new URL(url);
    const parameters = { page: String(target), min_created, max_created };
    address.search = "";
    for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value);
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    return address.href;
  };
  return {
    results,
    count,
    next: page < lastPage ? link(page + 1) : null,
    previous: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
  };
}
