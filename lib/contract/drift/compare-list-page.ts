import { parseTimestamp } from "@/lib/domain/time/timestamp";
import type { Differences } from "./difference";
import { isExactTimestamp } from "./field-rules";
import { maskExample } from "./mask-example";

type ListAnswer = { body: unknown; query: URLSearchParams; issuerOrigin: string };

/** What the list parameters promise, as far as one page shows it. */
export function compareListPage({ body, query, issuerOrigin }: ListAnswer, found: Differences): void {
  const times = createdTimes(body);
  compareOrder(times, found);
  compareDays(times, query, found);
  for (const name of ["next", "previous"] as const) compareLink(name, body, { query, issuerOrigin }, found);
}

/** In a form that sorts as text; unreadable ones are left out. */
export function createdTimes(body: unknown): string[] {
  return rowsOf(body).flatMap((row) => {
    const { created } = row as { created?: unknown };
    if (typeof created !== "string") return [];
    if (isExactTimestamp(created)) return [created.slice(0, 19)];
    return parseTimestamp(created)?.toISOString().slice(0, 19) ?? [];
  });
}

/** Those that are objects. */
export function rowsOf(body: unknown): object[] {
  const { results } = (typeof body === "object" && body !== null ? body : {}) as { results?: unknown };
  return Array.isArray(results) ? results.filter((row) => typeof row === "object" && row !== null) : [];
}

function compareOrder(times: readonly string[], found: Differences): void {
  for (let index = 1; index < times.length; index += 1) {
    if ((times[index - 1] ?? "") >= (times[index] ?? "")) continue;
    found.add({
      kind: "order",
      field: "results[].created",
      effect: "broken",
      contract: "4.2, our reading: newest first",
      example: () => "an older record before a newer one",
    });
  }
}

function compareDays(times: readonly string[], query: URLSearchParams, found: Differences): void {
  const [from, to] = [query.get("min_created"), query.get("max_created")];
  for (const time of times) {
    const day = time.slice(0, 10);
    const name = from && day < from ? "min_created" : to && day > to ? "max_created" : null;
    if (name === null) continue;
    found.add({
      kind: "filter",
      field: "results[].created",
      value: name,
      effect: "broken",
      contract: `4.2: ${name} limits the records to whole UTC days`,
      example: () =>
        name === "min_created" ? "a record before the first day" : "a record after the last day",
    });
  }
}

const FILTERS = ["min_created", "max_created"] as const;

function compareLink(
  field: "next" | "previous",
  body: unknown,
  { query, issuerOrigin }: Omit<ListAnswer, "body">,
  found: Differences,
): void {
  const link = (body as Partial<Record<string, unknown>> | null)?.[field];
  if (typeof link !== "string" || link === "") return;
  const details = { field, effect: "harmless", contract: "2.4: link to the page" } as const;
  const isAbsolute = URL.canParse(link);
  if (!isAbsolute) found.add({ ...details, kind: "link-relative", example: () => maskExample(link) });
  if (!URL.canParse(link, issuerOrigin)) return;
  const url = new URL(link, issuerOrigin);
  if (isAbsolute && url.origin !== new URL(issuerOrigin).origin)
    found.add({ ...details, kind: "link-host", example: () => url.origin.slice(0, 100) });
  const lost: string[] = FILTERS.filter((name) => url.searchParams.get(name) !== query.get(name));
  const page = Number(query.get("page") ?? 1);
  if (field === "next" && url.searchParams.get("page") !== String(page + 1)) lost.push("page");
  for (const name of lost)
    found.add({
      ...details,
      kind: "link-parameters",
      value: name,
      contract: `2.4, our reading: the link of the page, with ${name}`,
      example: () => (url.searchParams.has(name) ? `another ${name}` : `no ${name}`),
    });
}
