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
/** A signed-in person is sent on. */
const REDIRECTED = "/login";

/** The IDs of existing records. */
export type KnownRecords = { cardId: string; customerId: string; designId: string; reportId: string };

/** The paths of every page and GET route, with the IDs of existing records. */
export function allPaths({ cardId, customerId, designId, reportId }: KnownRecords): string[] {
  return [...Object.keys(PAGES), ...Object.keys(ROUTES), "/api/search?text=proof", "/cards?q=proof"]
    .filter((path) => !SKIPPED.includes(path))
    .map((path) =>
      path
        .replace("[cardId]", encodeURIComponent(cardId))
        .replace("[externalCustomerId]", encodeURIComponent(customerId))
        .replace("[designId]", encodeURIComponent(designId))
        .replace("[reportId]", encodeURIComponent(reportId))
        // The page also answers an unknown token.
        .replace("[token]", "00000000-0000-4000-8000-000000000000"),
    );
}

export function isExpectedStatus(path: string, status: number): boolean {
  return path === REDIRECTED ? [200, 307].includes(status) : status === 200;
}

/** What the server sends for each path: the page, its RSC payload, or the route's response. */
export async function readAll(
  visitor: Visitor,
  paths: string[],
): Promise<{ texts: string[]; notRead: string[] }> {
  const texts: string[] = [];
  const notRead: string[] = [];
  const read = async (path: string, headers: Record<string, string> = {}) => {
    let response = await visitor.get(path, { headers });
    // Next.js first sends a request for the payload on to an address with a hash of its headers.
    const location = response.headers.get("location");
    if (headers.rsc && location?.includes("_rsc"))
      response = await visitor.get(toPath(location), { headers });
    texts.push(await response.text());
    if (!isExpectedStatus(path, response.status)) notRead.push(`${response.status} ${path}`);
  };
  for (const path of paths) {
    await read(path);
    if (!path.startsWith("/api/")) await read(path, { rsc: "1" });
  }
  return { texts, notRead };
}

function toPath(location: string): string {
  const { pathname, search } = new URL(location, "http://localhost");
  return `${pathname}${search}`;
}
