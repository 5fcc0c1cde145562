import { describe, expect, it } from "vitest";
import { cardNumberRedirect } from "./card-number-redirect";

const cleaned = (path: string) => {
  const url = cardNumberRedirect(new URL(path, "http://localhost"));
  return url && url.pathname + url.search;
};

describe("a URL with a card number in its search", () => {
  it.each([
    ["/cards?search=4242%204242%204242%204242&status=ACTIVE", "/cards?search=4242&status=ACTIVE"],
    ["/transactions?search=4111111111111111", "/transactions?search=1111"],
    ["/audit?target=4111-1111-1111-1111", "/audit?target=1111"],
    ["/api/search?text=4111+1111+1111+1111", "/api/search?text=1111"],
    ["/cards?search=Ada&search=4111111111111111", "/cards?search=Ada"],
  ])("%j redirects to the last four", (path, clean) => expect(cleaned(path)).toBe(clean));

  it.each([
    "/cards",
    "/cards?search=5106",
    "/cards?search=%E0%A4%A",
    "/transactions?after=4111111111111111",
    "/welcome?token=4111111111111111",
  ])("%j is not redirected", (path) => expect(cleaned(path)).toBeNull());
});
