import { describe, expect, test } from "vitest";
import { issueLink, verifyLink } from "./links";

const ISSUED = new Date("2031-06-01T12:00:00.000Z");
const FILE = {
  referenceId: "1ae7f144-7ac9-4b0d-9608-c7e98c5c587b",
  origin: "http://issuer.example:4010",
  world: null,
};
const SECRET = "secret";

const later = (ms: number) => new Date(ISSUED.getTime() + ms);

function partsOf(link: string) {
  const { pathname, searchParams } = new URL(link);
  return {
    referenceId: pathname.replace(/^\/downloads\/(.+)\.csv$/, "$1"),
    expires: searchParams.get("expires") ?? "",
    signature: searchParams.get("signature") ?? "",
  };
}

describe("a link", () => {
  const { link, expireAt } = issueLink(FILE, SECRET, ISSUED);
  const parts = partsOf(link);

  test("points to the file at the requested origin", () => {
    expect(link).toMatch(
      /^http:\/\/issuer\.example:4010\/downloads\/1ae7f144-7ac9-4b0d-9608-c7e98c5c587b\.csv\?/,
    );
    expect(expireAt).toBe(ISSUED.getTime() / 1000 + 300);
  });

  test("is valid for exactly 5 minutes", () => {
    expect(verifyLink(parts, SECRET, ISSUED)).toBe("valid");
    expect(verifyLink(parts, SECRET, later(299_999))).toBe("valid");
    expect(verifyLink(parts, SECRET, later(300_000))).toBe("expired");
    expect(verifyLink(parts, SECRET, later(10_000_000))).toBe("expired");
  });

  test("is forged if any part of it was changed", () => {
    const other = partsOf(issueLink({ ...FILE, referenceId: "2" }, SECRET, ISSUED).link);
    const forged = [
      { ...parts, expires: String(expireAt + 1) },
      { ...parts, expires: `${expireAt}0` },
      { ...parts, referenceId: "2" },
      { ...parts, signature: other.signature },
      { ...parts, signature: "" },
      { ...parts, signature: `${parts.signature}A` },
      { ...parts, signature: "é".repeat(43) },
      { referenceId: "", expires: "", signature: "" },
    ];
    for (const attempt of forged) expect(verifyLink(attempt, SECRET, ISSUED)).toBe("forged");
    expect(verifyLink(parts, "another secret", ISSUED)).toBe("forged");
  });

  test("is forged rather than expired if it is both", () => {
    expect(verifyLink({ ...parts, signature: "x" }, SECRET, later(400_000))).toBe("forged");
  });
});
