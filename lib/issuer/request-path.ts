import { API_PREFIX } from "@/lib/contract/endpoints";

export type PathParameters = Record<string, string>;
export type QueryParameters = Record<string, string | number | undefined>;

/**
 * The path of one request, its parameters filled in; null when one of them cannot be a name: only characters that
 * need no encoding are one, so that no proxy or issuer can read another path.
 */
export function requestPath(
  template: string,
  parameters: PathParameters = {},
  query: QueryParameters = {},
): string | null {
  if (!Object.values(parameters).every(isName)) return null;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ""}`;
}

function isName(text: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._~-]+$/.test(text);
}
