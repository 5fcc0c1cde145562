import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.mjs";

const read = (env: Record<string, string>) => readSettings(env, "/repo");

describe("readSettings", () => {
  it("needs nothing to be set", () => {
    expect(read({})).toEqual({
      port: 3000,
      sandboxPort: 4010,
      sandboxApiKey: "sk_sandbox_cardwell",
      dataDir: "/repo/.data",
      liveIssuerUrl: null,
    });
  });

  it("takes an empty setting for an unset one", () => {
    const empty = { PORT: "", SANDBOX_PORT: "", SANDBOX_API_KEY: "", DATA_DIR: "", CARD_API_URL: "" };
    expect(read(empty)).toEqual(read({}));
  });

  it("reads relative folders from the repository, and absolute ones as they are", () => {
    expect(read({ DATA_DIR: "data" }).dataDir).toBe("/repo/data");
    expect(read({ DATA_DIR: "/var/data" }).dataDir).toBe("/var/data");
  });

  it.each(["1", "65535"])("takes port %s", (text) => {
    expect(read({ PORT: text }).port).toBe(Number(text));
  });

  it.each(["0", "65536", "99999999", "3e3", " 3000", "3000 ", "0x10", "three"])("refuses port %j", (text) => {
    expect(() => read({ SANDBOX_PORT: text })).toThrow(
      `The setting SANDBOX_PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.`,
    );
  });

  it("gives two programs two ports, but a live issuer needs no second", () => {
    expect(() => read({ PORT: "4010" })).toThrow("PORT and SANDBOX_PORT must differ");
    const live = { CARD_API_URL: "https://issuer.example", CARD_API_KEY: "k" };
    expect(read({ PORT: "4010", ...live }).liveIssuerUrl).toBe("https://issuer.example");
  });

  it("goes live with both address and key, or not at all", () => {
    expect(() => read({ CARD_API_URL: "https://issuer.example" })).toThrow("CARD_API_KEY must be set");
    expect(() => read({ CARD_API_KEY: "k" })).toThrow("CARD_API_URL must be set");
  });

  it.each(["issuer.example", "ftp://issuer.example", "://"])("refuses the address %j", (url) => {
    expect(() => read({ CARD_API_URL: url, CARD_API_KEY: "k" })).toThrow(
      "CARD_API_URL must be an http or https address",
    );
  });
});
