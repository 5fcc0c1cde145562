// Only the path is used, so any origin works.
const BASE = "http://localhost";

/**
 * The path to open after sign-in, or the home page if it is not one of ours. Checks the parsed URL:
 * `/.//evil.example` looks like a path but resolves to `//evil.example`, which is another site.
 */
export function returnPath(requested: unknown): string {
  if (typeof requested !== "string" || !requested.startsWith("/") || !URL.canParse(requested, BASE))
    return "/";
  const { origin, pathname, search } = new URL(requested, BASE);
  return origin === BASE && !pathname.startsWith("//") ? pathname + search : "/";
}
