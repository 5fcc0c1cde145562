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

/** What a start with these settings says. */
function refusal(settings: Record<string, string>): string[] {
  try {
    read(settings);
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [];
  }
  return [];
}
const liveRefusal = (settings: Record<string, string>) => refusal({ ...LIVE, ...settings });

describe("the issuer's address", () => {
  it.each([
    "https://issuer.example",
    "https://issuer.example/",
    "https://issuer.example/api/v1",
    "https://issuer.example/api/v1/",
    "https://issuer.example/api/v1/merchant",
    "https://issuer.example/api/v1/merchant/",
    "HTTPS://Issuer.Example:443/api/v1",
  ])("is understood as %s", (url) => {
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
  ])("is refused as %s, with what is expected", (url) => {
    const said = liveRefusal({ CARD_API_URL: url });
    expect(said).toEqual([
      "The setting CARD_API_URL must be the issuer's URL, such as https://issuer.example or https://issuer.example/api/v1, without credentials, a query string or another path.",
    ]);
    expect(said.join()).not.toContain("hunter2");
  });
});

describe("the format of the log", () => {
  it("is JSON where the output is no terminal, as in this test", () => {
    expect(read({ NEXTAUTH_SECRET: SECRET }).logFormat).toBe("json");
  });

  it("is what LOG_FORMAT says", () => {
    expect(live({ LOG_FORMAT: "pretty" }).logFormat).toBe("pretty");
    expect(liveRefusal({ LOG_FORMAT: "text" })).toEqual([
      'The setting LOG_FORMAT must be json or pretty, not "text".',
    ]);
  });
});

describe("a live dashboard", () => {
  it("starts with https and random secrets", () => {
    expect(live({})).toMatchObject({ mode: "live", issuer: { url: "https://issuer.example" } });
  });

  it.each(["CARD_API_URL", "NEXTAUTH_URL"])("refuses plain http as %s", (name) => {
    expect(liveRefusal({ [name]: "http://cards.example" })).toEqual([
      `The setting ${name} must be an https URL in live mode; plain http is allowed only for localhost.`,
    ]);
  });

  it("refuses plain http however it is written", () => {
    expect(liveRefusal({ NEXTAUTH_URL: "HTTP://cards.example" })).toHaveLength(1);
  });

  it.each(["http://localhost:4010", "http://127.0.0.1:4010", "http://[::1]:4010"])("takes %s", (url) => {
    expect(live({ CARD_API_URL: url, NEXTAUTH_URL: url }).mode).toBe("live");
  });

  it.each(["http://127.0.0.1.evil.example", "http://localhost.evil.example", "http://0.0.0.0:4010"])(
    "does not take %s for this machine",
    (url) => {
      expect(liveRefusal({ CARD_API_URL: url })).toHaveLength(1);
    },
  );

  it.each([
    ["of one letter", "a".repeat(40), "has fewer than 8 different characters"],
    ["of two letters", "ab".repeat(20), "has fewer than 8 different characters"],
    ["of a repeated word", "cardwell-live".repeat(3), "is a repeated pattern"],
    ["of digits in order, repeated", "0123456789".repeat(4), "is a repeated pattern"],
    ["of the alphabet and digits", "abcdefghijklmnopqrstuvwxyz123456", "is a sequence"],
    ["of the alphabet backward", "zyxwvutsrqponmlkjihgfedcba987654", "is a sequence"],
    ["to be changed", "changeme-changeme-before-production-1", "is a placeholder"],
    ["to be replaced", "your-secret-goes-here-0123456789abcdef", "is a placeholder"],
  ])("refuses a secret %s", (_name, secret, weakness) => {
    expect(liveRefusal({ NEXTAUTH_SECRET: secret })).toEqual([
      `The setting NEXTAUTH_SECRET must be random, but it ${weakness}. Generate one with \`openssl rand -base64 32\`.`,
    ]);
    expect(liveRefusal({ WEBHOOK_TOKEN: secret })).toEqual([
      `The setting WEBHOOK_TOKEN must be random, but it ${weakness}. Generate one with \`openssl rand -base64 32\`.`,
    ]);
  });

  it.each([
    SECRET,
    "9f86d081884c7d659a2feaa0c55ad015",
    "a secret of the live dashboard, long enough",
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ])("takes the secret %s", (secret) => {
    expect(live({ NEXTAUTH_SECRET: secret }).authSecret).toBe(secret);
  });

  it("asks of an earlier secret what it asks of the present one", () => {
    const strong = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect(live({ NEXTAUTH_SECRET_PREVIOUS: strong }).previousSecrets).toEqual([strong]);
    expect(liveRefusal({ NEXTAUTH_SECRET_PREVIOUS: `${strong} ${"a".repeat(32)}` })).toEqual([
      "The setting NEXTAUTH_SECRET_PREVIOUS must be random, but it has fewer than 8 different characters. Generate one with `openssl rand -base64 32`.",
    ]);
  });

  it("refuses a signing secret that is short, or weak", () => {
    const signed = (secret: string) => liveRefusal({ WEBHOOK_TOKEN: "", WEBHOOK_SECRET: secret });
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

  it("refuses what the sandbox publishes, except for an issuer on this machine", () => {
    expect(liveRefusal({ CARD_API_KEY: DEMO_API_KEY })).toEqual([
      "The setting CARD_API_KEY must be your issuer's key; the sandbox's key is public.",
    ]);
    expect(liveRefusal({ WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET })).toEqual([
      "The setting WEBHOOK_SECRET must be your own secret; the sandbox's secret is public.",
    ]);
    const local = { CARD_API_URL: "http://localhost:4010", NEXTAUTH_URL: "http://localhost:3000" };
    expect(
      liveRefusal({ ...local, CARD_API_KEY: DEMO_API_KEY, WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET }),
    ).toEqual([]);
  });
});

describe("what the sandbox publishes", () => {
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
  ])("is refused as %s, written as %s", (name, secret) => {
    expect(liveRefusal({ [name]: secret })).toEqual([
      `The setting ${name} must be your own secret; the sandbox's secret is public.`,
    ]);
  });

  it("is refused as the issuer's key, whichever of it that is", () => {
    for (const key of [DEMO_WEBHOOK_SECRET, DEMO_PASSWORD])
      expect(liveRefusal({ CARD_API_KEY: key })).toHaveLength(1);
  });
});

describe("several bad settings", () => {
  it("are all named at once", () => {
    expect(refusal({ CARD_API_URL: "https://issuer.example" })).toEqual([
      "The setting CARD_API_KEY must be set when CARD_API_URL is set.",
      "The setting NEXTAUTH_URL must be set when CARD_API_URL is set.",
      "The setting NEXTAUTH_SECRET must be set when CARD_API_URL is set.",
      "The setting WEBHOOK_SECRET (or WEBHOOK_TOKEN) must be set when CARD_API_URL is set.",
    ]);
    expect(
      liveRefusal({ PORT: "web", DATABASE_URL: "foo", NEXTAUTH_SECRET: "short", LOG_LEVEL: "loud" }),
    ).toEqual([
      'The setting PORT must be a whole number from 1 to 65535, not "web".',
      "The setting DATABASE_URL must be a URL, such as postgres://user:password@host:5432/name.",
      "The setting NEXTAUTH_SECRET must be a random string of at least 32 characters.",
      'The setting LOG_LEVEL must be silent, fatal, error, warn, info, debug or trace, not "loud".',
    ]);
  });

  it("never quote a secret", () => {
    const said = liveRefusal({
      NEXTAUTH_SECRET: "hunter2",
      WEBHOOK_TOKEN: "hunter2",
      DATABASE_URL: "x:hunter2",
    });
    expect(said).toHaveLength(3);
    expect(said.join()).not.toContain("hunter2");
  });

  it("count an address without its key, and a key without its address", () => {
    expect(refusal({ CARD_API_KEY: "sk_live_7d0f3c91" })).toEqual([
      "The setting CARD_API_URL must be set when CARD_API_KEY is set.",
    ]);
  });
});
