import { describe, expect, it } from "vitest";
import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { readEnv } from "./env";

const SECRET = "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo";
const LIVE = {
  CARD_API_URL: "https://issuer.example",
  CARD_API_KEY: "sk_live_7d0f3c91",
  NEXTAUTH_URL: "https://cards.example",
  NEXTAUTH_SECRET: SECRET,
  WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
};

const read = (settings: Record<string, string>) => readEnv({ NODE_ENV: "test", ...settings });
const live = (settings: Record<string, string>) => read({ ...LIVE, ...settings });

/** The lines that a start with these settings prints before it fails. */
function problemsOf(settings: Record<string, string>): string[] {
  try {
    read(settings);
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [];
  }
  return [];
}
const liveProblemsOf = (settings: Record<string, string>) => problemsOf({ ...LIVE, ...settings });

describe("the issuer's URL", () => {
  it.each([
    "https://issuer.example",
    "https://issuer.example/",
    "https://issuer.example/api/v1",
    "https://issuer.example/api/v1/",
    "https://issuer.example/api/v1/merchant",
    "https://issuer.example/api/v1/merchant/",
    "HTTPS://Issuer.Example:443/api/v1",
  ])("can be written as %s", (url) => {
    expect(live({ CARD_API_URL: url }).issuer.url).toBe("https://issuer.example");
  });

  it.each([
    "https://issuer.example/api/v2",
    "https://issuer.example/cards",
    "https://issuer.example/api/v1/merchant/cards",
    "https://issuer.example/?x=1",
    "https://issuer.example/#x",
    "https://key@issuer.example",
    "https://user:hunter2@issuer.example/api/v1",
    "ftp://issuer.example",
    "issuer.example",
  ])("can't be %s, and the message shows a valid URL", (url) => {
    const problems = liveProblemsOf({ CARD_API_URL: url });
    expect(problems).toEqual([
      "The setting CARD_API_URL must be the issuer's URL, such as https://issuer.example or https://issuer.example/api/v1, without credentials, a query string, or another path.",
    ]);
    expect(problems.join()).not.toContain("hunter2");
  });
});

describe("the log format", () => {
  it("is JSON if the output isn't a terminal, as in this test", () => {
    expect(read({ NEXTAUTH_SECRET: SECRET }).logFormat).toBe("json");
  });

  it("is set by LOG_FORMAT", () => {
    expect(live({ LOG_FORMAT: "pretty" }).logFormat).toBe("pretty");
    expect(liveProblemsOf({ LOG_FORMAT: "text" })).toEqual([
      'The setting LOG_FORMAT must be json or pretty, not "text".',
    ]);
  });
});

describe("a live dashboard", () => {
  it("accepts https URLs and random secrets", () => {
    expect(live({})).toMatchObject({ mode: "live", issuer: { url: "https://issuer.example" } });
  });

  it.each(["CARD_API_URL", "NEXTAUTH_URL"])("rejects plain http in %s", (name) => {
    expect(liveProblemsOf({ [name]: "http://cards.example" })).toEqual([
      `The setting ${name} must be an https URL in live mode; plain http is allowed only for localhost.`,
    ]);
  });

  it("rejects plain http in any letter case", () => {
    expect(liveProblemsOf({ NEXTAUTH_URL: "HTTP://cards.example" })).toHaveLength(1);
  });

  it.each(["http://localhost:4010", "http://127.0.0.1:4010", "http://[::1]:4010"])("accepts %s", (url) => {
    expect(live({ CARD_API_URL: url, NEXTAUTH_URL: url }).mode).toBe("live");
  });

  it.each(["http://127.0.0.1.evil.example", "http://localhost.evil.example", "http://0.0.0.0:4010"])(
    "doesn't treat %s as localhost",
    (url) => {
      expect(liveProblemsOf({ CARD_API_URL: url })).toHaveLength(1);
    },
  );

  it.each([
    ["of one repeated letter", "a".repeat(40), "has fewer than 8 different characters"],
    ["of two repeated letters", "ab".repeat(20), "has fewer than 8 different characters"],
    ["of a repeated word", "cardwell-live".repeat(3), "is a repeated pattern"],
    ["of repeated ascending digits", "0123456789".repeat(4), "is a repeated pattern"],
    ["of the alphabet and ascending digits", "abcdefghijklmnopqrstuvwxyz123456", "is a sequence"],
    ["of the alphabet backward", "zyxwvutsrqponmlkjihgfedcba987654", "is a sequence"],
    ['that says "change me"', "changeme-changeme-before-production-1", "is a placeholder"],
    ['that says "goes here"', "your-secret-goes-here-0123456789abcdef", "is a placeholder"],
  ])("rejects a secret %s", (_name, secret, weakness) => {
    expect(liveProblemsOf({ NEXTAUTH_SECRET: secret })).toEqual([
      `The setting NEXTAUTH_SECRET must be random, but it ${weakness}. Generate one with \`openssl rand -base64 32\`.`,
    ]);
    expect(liveProblemsOf({ WEBHOOK_TOKEN: secret })).toEqual([
      `The setting WEBHOOK_TOKEN must be random, but it ${weakness}. Generate one with \`openssl rand -base64 32\`.`,
    ]);
  });

  it.each([
    SECRET,
    "9f86d081884c7d659a2feaa0c55ad015",
    "a secret of the live dashboard, long enough",
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ])("accepts the secret %s", (secret) => {
    expect(live({ NEXTAUTH_SECRET: secret }).authSecret).toBe(secret);
  });

  it("applies the same rules to previous secrets", () => {
    const strong = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect(live({ NEXTAUTH_SECRET_PREVIOUS: strong }).previousSecrets).toEqual([strong]);
    expect(liveProblemsOf({ NEXTAUTH_SECRET_PREVIOUS: `${strong} ${"a".repeat(32)}` })).toEqual([
      "The setting NEXTAUTH_SECRET_PREVIOUS must be random, but it has fewer than 8 different characters. Generate one with `openssl rand -base64 32`.",
    ]);
  });

  it("rejects a short or weak signing secret", () => {
    const signed = (secret: string) => liveProblemsOf({ WEBHOOK_TOKEN: "", WEBHOOK_SECRET: secret });
    expect(signed("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toEqual([]);
    expect(signed("whsec_MfKQ9r8GKYqrTwjUPD8I")).toEqual([
      "The setting WEBHOOK_SECRET must have at least 24 base64-encoded bytes after whsec_.",
    ]);
    expect(signed(`whsec_${Buffer.alloc(32, "a").toString("base64")}`)).toEqual([
      "The setting WEBHOOK_SECRET must be random, but it has fewer than 8 different characters. Generate one with `openssl rand -base64 32`.",
    ]);
    const both = `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_${Buffer.alloc(32, "a").toString("base64")}`;
    expect(signed(both)).toHaveLength(1);
  });

  it("rejects the sandbox's public key and secret, unless the issuer runs on localhost", () => {
    expect(liveProblemsOf({ CARD_API_KEY: DEMO_API_KEY })).toEqual([
      "The setting CARD_API_KEY must be your issuer's key; the sandbox's key is public.",
    ]);
    expect(liveProblemsOf({ WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET })).toEqual([
      "The setting WEBHOOK_SECRET must be your own secret; the sandbox's secret is public.",
    ]);
    const local = { CARD_API_URL: "http://localhost:4010", NEXTAUTH_URL: "http://localhost:3000" };
    expect(
      liveProblemsOf({ ...local, CARD_API_KEY: DEMO_API_KEY, WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET }),
    ).toEqual([]);
  });
});

describe("a public secret of the sandbox", () => {
  const unpadded = DEMO_WEBHOOK_SECRET.replace(/=+$/, "");

  it.each([
    ["WEBHOOK_SECRET", unpadded],
    ["WEBHOOK_SECRET", `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ${unpadded}`],
    ["WEBHOOK_TOKEN", DEMO_WEBHOOK_SECRET],
    ["WEBHOOK_TOKEN", unpadded.replace("whsec_", "")],
    ["WEBHOOK_TOKEN", "cardwell-sandbox-webhook-secret!"],
    ["WEBHOOK_TOKEN", DEMO_API_KEY],
    ["NEXTAUTH_SECRET", DEMO_WEBHOOK_SECRET],
    ["NEXTAUTH_SECRET_PREVIOUS", DEMO_WEBHOOK_SECRET],
  ])("is rejected in %s, also in the form %s", (name, secret) => {
    expect(liveProblemsOf({ [name]: secret })).toEqual([
      `The setting ${name} must be your own secret; the sandbox's secret is public.`,
    ]);
  });

  it("is rejected as the issuer's key", () => {
    for (const key of [DEMO_WEBHOOK_SECRET, DEMO_PASSWORD])
      expect(liveProblemsOf({ CARD_API_KEY: key })).toHaveLength(1);
  });
});

describe("several invalid settings", () => {
  it("are all reported at once", () => {
    expect(problemsOf({ CARD_API_URL: "https://issuer.example" })).toEqual([
      "The setting CARD_API_KEY must be set when CARD_API_URL is set.",
      "The setting NEXTAUTH_URL must be set when CARD_API_URL is set.",
      "The setting NEXTAUTH_SECRET must be set when CARD_API_URL is set.",
      "The setting WEBHOOK_SECRET (or WEBHOOK_TOKEN) must be set when CARD_API_URL is set.",
    ]);
    expect(
      liveProblemsOf({ PORT: "web", DATABASE_URL: "foo", NEXTAUTH_SECRET: "short", LOG_LEVEL: "loud" }),
    ).toEqual([
      'The setting PORT must be a whole number from 1 to 65535, not "web".',
      "The setting DATABASE_URL must be a URL, such as postgres://user:password@host:5432/name.",
      "The setting NEXTAUTH_SECRET must be a random string of at least 32 characters.",
      'The setting LOG_LEVEL must be silent, fatal, error, warn, info, debug, or trace, not "loud".',
    ]);
  });

  it("are reported without their secrets", () => {
    const problems = liveProblemsOf({
      NEXTAUTH_SECRET: "hunter2",
      WEBHOOK_TOKEN: "hunter2",
      DATABASE_URL: "x:hunter2",
    });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain("hunter2");
  });

  it("include a key without its URL", () => {
    expect(problemsOf({ CARD_API_KEY: "sk_live_7d0f3c91" })).toEqual([
      "The setting CARD_API_URL must be set when CARD_API_KEY is set.",
    ]);
  });
});
