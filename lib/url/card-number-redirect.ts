import { searchByLastFour } from "@/lib/domain/last-four-search";

/** The parameters that hold what a person typed into a search box. */
const TYPED_PARAMETERS = ["search", "target", "query", "text"];

/** The same address with last fours in place of card numbers, so that none stays in a history or a shared link. */
export function cardNumberRedirect(url: URL): URL | null {
  const found = TYPED_PARAMETERS.filter((name) =>
    url.searchParams.getAll(name).some((typed) => searchByLastFour(typed) !== typed),
  );
  if (found.length === 0) return null;
  const clean = new URL(url);
  for (const name of found)
    clean.searchParams.set(name, searchByLastFour(clean.searchParams.get(name) ?? ""));
  return clean;
}
