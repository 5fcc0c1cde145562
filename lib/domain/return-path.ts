// Only the path is kept, so any origin serves to resolve it.
const BASE = "http://localhost";

/**
 * A path of this dashboard to go to after sign-in, home for anything else. Judged by what the URL parser makes of it:
 * `/.//evil.example` begins like a path of ours and resolves to `//evil.example`, which is another site.
 */
export function returnPath(requested: unknown): string {
  if (typeof requested !== "string" || !requested.startsWith("/") || !URL.canParse(requested, BASE))
    return "/";
  const { origin, pathname, search } = new URL(requested, BASE);
  return origin === BASE && !pathname.startsWith("//") ? pathname + search : "/";
}
