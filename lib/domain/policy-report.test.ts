import { describe, expect, it } from "vitest";
import { readPolicyReports } from "./policy-report";

const HOSTS = ["cards.example"];
const shorten = (path: string) => path.replace(/[^/]{20,}/g, "[…]");
const read = (body: unknown) => readPolicyReports(JSON.stringify(body), HOSTS, shorten);

const legacy = (change: object = {}) => ({
  "csp-report": {
    "document-uri": "https://cards.example/cards?q=Ada#x",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?token=secret",
    ...change,
  },
});

describe("a report of a browser", () => {
  it("is read in both formats, without query strings", () => {
    const report = { directive: "script-src-elem", blocked: "https://evil.example", page: "/cards" };
    expect(read(legacy())).toEqual([report]);
    const modern = {
      type: "csp-violation",
      body: {
        documentURL: "https://cards.example/cards?q=Ada",
        effectiveDirective: "script-src-elem",
        blockedURL: "https://user:password@evil.example/x.js",
      },
    };
    expect(read([modern, { type: "deprecation", body: {} }])).toEqual([report]);
  });

  it("loses the token in a path", () => {
    const page = "https://cards.example/welcome/Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo";
    expect(read(legacy({ "document-uri": page, "blocked-uri": page }))).toMatchObject([
      { page: "/welcome/[…]", blocked: "/welcome/[…]" },
    ]);
  });

  it.each([
    ["inline", "inline"],
    ["eval", "eval"],
    ["data:text/html,secret", "data:"],
    ["chrome-extension://abc/def", "chrome-extension:"],
    ["Ada Lovelace", "unknown"],
    ["", "unknown"],
  ])("shortens %j to %j", (blocked, expected) => {
    expect(read(legacy({ "blocked-uri": blocked }))).toMatchObject([{ blocked: expected }]);
  });

  it("is ignored for a page of another site, and if it isn't one", () => {
    expect(read(legacy({ "document-uri": "https://evil.example/" }))).toEqual([]);
    for (const body of [null, 7, "text", {}, { "csp-report": {} }, [[]]]) expect(read(body)).toEqual([]);
    expect(readPolicyReports("not json", HOSTS, shorten)).toEqual([]);
  });

  it("is cut to a limited number and length", () => {
    const long = legacy({
      "blocked-uri": `https://${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example`,
    });
    expect(read([long])[0]?.blocked).toHaveLength(120);
    expect(read(Array.from({ length: 50 }, () => legacy()))).toHaveLength(20);
  });
});
