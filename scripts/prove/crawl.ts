import { PAGES, ROUTES } from "@/e2e/specs/access/matrix";
import type { Visitor } from "./visitor";

/** Routes that stay open or are not read. */
const SKIPPED = [
  "/api/events",
  "/api/activity",
  "/api/auth/[...nextauth]",
  "/api/webhooks/issuer",
  "/api/search",
];

export type Record = { cardId: string; customerId: string; designId: string };

/** The paths of every page and GET route, with the IDs of existing records. */
export function allPaths({ cardId, customerId, designId }: Record): string[] {
  return [...Object.keys(PAGES), ...Object.keys(ROUTES), "/api/search?text=proof", "/cards?q=proof"]
    .filter((path) => !SKIPPED.includes(path))
    .map((path) =>
      path
        .replace("[cardId]", encodeURIComponent(cardId))
        .replace("[externalCustomerId]", encodeURIComponent(customerId))
        .replace("[designId]", encodeURIComponent(designId))
        .replace(/\[\w+\]/, "00000000-0000-4000-8000-000000000000"),
    );
}

/** What the server sends for each path: the page, its RSC payload, or the route's response. */
export async function readAll(visitor: Visitor, paths: string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) {
    texts.push(await (await visitor.get(path)).text());
    if (!path.startsWith("/api/"))
      texts.push(await (await visitor.get(path, { headers: { rsc: "1" } })).text());
  }
  return texts;
}
