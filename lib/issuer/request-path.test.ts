import fc from "fast-check";
import { expect, test } from "vitest";
import { requestPath } from "./request-path";

test("fills in parameters and omits undefined ones", () => {
  expect(requestPath("/cards/")).toBe("/api/v1/merchant/cards/");
  expect(requestPath("/cards/", {}, { page: 2, min_created: undefined, max_created: "2026-11-15" })).toBe(
    "/api/v1/merchant/cards/?page=2&max_created=2026-11-15",
  );
  expect(requestPath("/cards/{cardId}/freeze/", { cardId: "0f8f-A_b.c~" })).toBe(
    "/api/v1/merchant/cards/0f8f-A_b.c~/freeze/",
  );
});

test.each(["", ".", "..", "...", "\ud800", "a/b", "a b", "%2e%2e", "?x", "a#b", "a\\b", "a\0", "é"])(
  "%j is not a valid parameter",
  (cardId) => {
    expect(requestPath("/cards/{cardId}/", { cardId })).toBeNull();
  },
);

test("no ID escapes its endpoint's path", () => {
  const id = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[./\\%2eE?#]{1,8}$/));
  fc.assert(
    fc.property(id, (cardId) => {
      const path = requestPath("/cards/{cardId}/block/", { cardId });
      if (path === null) return;
      expect(new URL(path, "https://issuer.example").pathname).toMatch(
        /^\/api\/v1\/merchant\/cards\/[^/]+\/block\/$/,
      );
    }),
  );
});
