import { isTimeZone } from "@/lib/domain/time/time-zone";

/**
 * A person's display preferences, in cookies so that the server renders them right away. The cookies are untrusted:
 * an invalid value means the default.
 */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "cardwell-theme";
export const TIME_ZONE_COOKIE = "cardwell-time-zone";

const YEAR_SECONDS = 31_536_000;

export function parseTheme(text: string | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}

/** `UTC`, or the browser's own zone by its IANA name: `Europe/Berlin`. */
export function parseTimeZone(text: string | undefined): string {
  if (!text) return "UTC";
  try {
    const name = decodeURIComponent(text);
    return isTimeZone(name) ? name : "UTC";
  } catch {
    return "UTC";
  }
}

/** In the browser only. */
export function savePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
