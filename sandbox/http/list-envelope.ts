import type { ListQuery } from "@/lib/contract/list";

/** Links are absolute and keep the filters; null where there is no such page. */
export function listEnvelope<Item>(
  url: string,
  { page, min_created, max_created }: ListQuery,
  { count, results }: { count: number; results: Item[] },
  pageSize: number,
) {
  const lastPage = Math.max(1, Math.ceil(count / pageSize));
  const link = (target: number) => {
    const pageUrl = new URL(url);
    const parameters = { page: String(target), min_created, max_created };
    pageUrl.search = "";
    for (const [name, value] of Object.entries(parameters)) if (value) pageUrl.searchParams.set(name, value);
    if (!pageUrl.pathname.endsWith("/")) pageUrl.pathname += "/";
    return pageUrl.href;
  };
  return {
    results,
    count,
    next: page < lastPage ? link(page + 1) : null,
    previous: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
  };
}
