import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskLinkSecrets, maskLinkSecretsInJson } from "./link-secrets";

const LINK = "https://files.example/a/daily-2026-11-12.csv?expires=1794700000&signature=canary";

describe("a link's secret", () => {
  it.each([
    [LINK, "https://files.example/a/daily-2026-11-12.csv?•••"],
    ["see https://files.example/a.csv#canary now", "see https://files.example/a.csv?••• now"],
    ["https://user:canary@files.example/a.csv", "https://•••@files.example/a.csv"],
    ["https://files.example/d/canarycanarycanarycanary/x.csv", "https://files.example/d/•••/x.csv"],
    ["//files.example/a.csv?k=canary", "//files.example/a.csv?•••"],
    ["s3://bucket/a.csv;jwt=canary", "s3://bucket/a.csv?•••"],
    ["/downloads/a.csv?signature=canary", "/downloads/a.csv?signature=•••"],
    ["X-Amz-Signature=canary&x=1", "X-Amz-Signature=•••&x=1"],
    [encodeURIComponent(LINK), "https%3A%2F%2F•••"],
  ])("is masked in %j", (given, expected) => {
    expect(maskLinkSecrets(given)).toBe(expected);
  });

  it.each(["https://files.example/a.csv", "3 // 4", "a=b", "10:30 // later"])("%j holds none", (text) => {
    expect(maskLinkSecrets(text)).toBe(text);
  });

  it.each([
    JSON.stringify({ data: { link: LINK } }),
    JSON.stringify({ data: { link: LINK } }).replaceAll("&", "\\u0026"),
    JSON.stringify({ data: { link: LINK } }).replaceAll("/", "\\/"),
    JSON.stringify({ data: { link: LINK } })
      .replaceAll("?", "\\u003F")
      .replaceAll("h", "\\u0068"),
    JSON.stringify({ payload: JSON.stringify({ link: LINK }).replaceAll("/", "\\/") }),
    JSON.stringify({ data: [{ url: "https://files.example/a.csv", signature: "canary" }] }),
    JSON.stringify({ [LINK]: 1 }),
    JSON.stringify({ data: { link: LINK } }).slice(0, -2),
    JSON.stringify({ data: { link: LINK } })
      .replaceAll("/", "\\/")
      .replaceAll("&", "\\u0026")
      .slice(0, -2),
  ])("is masked in the body %s", (body) => {
    expect(maskLinkSecretsInJson(body)).not.toContain("canary");
  });

  it("is masked however each character of the body is escaped", () => {
    const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: LINK.length, maxLength: LINK.length }), (flags) => {
        const link = [...LINK].map((character, at) => (flags[at] ? escaped(character) : character)).join("");
        const masked = maskLinkSecretsInJson(`{"data":{"link":"${link}"}}`);
        expect(JSON.parse(masked).data.link).toBe("https://files.example/a/daily-2026-11-12.csv?•••");
      }),
    );
  });
});
