import { API_PREFIX } from "@/lib/contract/endpoints";

export type PathParameters = Record<string, string>;
export type QueryParameters = Record<string, string | number | undefined>;

/**
 * Fills in the parameters of a path. Returns null for a parameter with characters that need encoding, so that no proxy
 * or issuer can interpret it as another path.
 */
export function requestPath(
  template: string,
  parameters: PathParameters = {},
  query: QueryParameters = {},
): string | null {
  if (!Object.values(parameters).every(isSafeSegment)) return null;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ""}`;
}

function isSafeSegment(text: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._~-]+$/.test(text);
}
