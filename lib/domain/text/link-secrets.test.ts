import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskLinkSecrets, maskLinkSecretsInJson } from "./link-secrets";

const LINK = "https://files.example/a/daily-2026-11-12.csv?expires=1794700000&signature=canary";

describe("a link's secret", () => {
  it.each([
    [LINK, "https://files.example/…"],
    [`see ${LINK}`, "see https://files.example/a/daily-2026-11-12.csv?•••"],
    ["see https://files.example/a.csv#canary now", "see https://files.example/a.csv?••• now"],
    ["https://user:canary@files.example", "https://files.example/…"],
    ["see https://user:canary@files.example/a.csv", "see https://•••@files.example/a.csv"],
    ["see https://files.example/d/canarycanarycanarycanary/x.csv", "see https://files.example/d/•••/x.csv"],
    ["//files.example/a.csv?k=canary", "//files.example/a.csv?•••"],
    ["s3://bucket/a.csv;jwt=canary", "s3://bucket/a.csv?•••"],
    ["/downloads/a.csv?signature=canary", "/downloads/a.csv?signature=•••"],
    ["X-Amz-Signature=canary&x=1", "X-Amz-Signature=•••&x=1"],
    [encodeURIComponent(LINK), "https%3A%2F%2F•••"],
  ])("is masked in %j", (input, expected) => {
    expect(maskLinkSecrets(input)).toBe(expected);
  });

  it.each(["https://files.example", "see https://files.example/a.csv", "3 // 4", "a=b", "10:30 // later"])(
    "%j has none",
    (text) => {
      expect(maskLinkSecrets(text)).toBe(text);
    },
  );

  describe.each(["link", "downloadUrl", "file_url", "href", "note"])("under the name %s", (name) => {
    it.each([
      "https://files.example/d/canarycanarycanarycana",
      "https://files.example/d/canarycanarycanarycanarycanarycana.csv",
      "https://files.example/d/eyJhbGciOiJIUzI1NiJ9.canary.canary",
      "https:/files.example/x?k=canary",
      "https:\\\\files.example\\x?k=canary",
      "https://files.example\\canary/x",
      "https:\\/\\/files.example\\/d\\/canary",
      "https://files.example/a b?k=canary",
      " https://files.example/canary",
      "HTTPS://files.example?canary",
    ])("only the origin of %j is shown", (link) => {
      const masked = maskLinkSecretsInJson(JSON.stringify({ data: { [name]: link } }));
      expect(masked).toBe(JSON.stringify({ data: { [name]: "https://files.example/…" } }));
    });
  });

  it.each(["/d/canary", "canary", "files.example/d/canary", "s3://bucket/canary"])(
    "%j is masked under a link's name",
    (link) => {
      const body = JSON.stringify({ url: link, links: [{ href: link }], download_link: link, note: "kept" });
      const masked = { url: "•••", links: [{ href: "•••" }], download_link: "•••", note: "kept" };
      expect(maskLinkSecretsInJson(body)).toBe(JSON.stringify(masked));
    },
  );

  it("removes a secret completely, even if it is a link", () => {
    expect(maskLinkSecretsInJson('{"token":"https://canary"}')).toBe('{"token":"•••"}');
  });

  describe.each(["https://files.example/d/canary", "/d/canary", "canary"])("the link %j", (link) => {
    const inner = JSON.stringify({ data: { link } });
    it.each([
      ["in JSON inside a text", JSON.stringify({ payload: inner })],
      ["in JSON inside a text inside a text", JSON.stringify({ payload: JSON.stringify([inner]) })],
      ["with escaped slashes inside a text", JSON.stringify({ payload: inner.replaceAll("/", "\\/") })],
      ["in a body that is cut off after it", inner.slice(0, -1)],
      ["in a body that is cut off within it", inner.slice(0, -3)],
      ["in a cut-off body inside a text", JSON.stringify({ payload: inner.slice(0, -3) })],
      ["in JSON inside a text that is cut off", JSON.stringify({ payload: inner }).slice(0, -8)],
    ])("is masked by its name %s", (_, body) => {
      expect(maskLinkSecretsInJson(body)).not.toContain("cana");
    });
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

  it("is masked with any escaping of the body", () => {
    const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: LINK.length, maxLength: LINK.length }), (flags) => {
        const link = [...LINK].map((character, at) => (flags[at] ? escaped(character) : character)).join("");
        const masked = maskLinkSecretsInJson(`{"data":{"link":"${link}"}}`);
        expect(JSON.parse(masked).data.link).toBe("https://files.example/…");
      }),
    );
  });
});
