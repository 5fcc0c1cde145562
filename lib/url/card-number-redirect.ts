import { searchByLastFour } from "@/lib/domain/cards/last-four-search";

/** The parameters with text from a search box. */
const TYPED_PARAMETERS = ["search", "target", "query", "text"];

/** Replaces card numbers with their last four, so that none stays in the browser history or in a shared link. */
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
