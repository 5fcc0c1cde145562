import { describe, expect, it } from "vitest";
import { type Mode, readSettings } from "./settings";

const read = (env: Record<string, string>, mode: Mode = "production") => {
  const result = readSettings(env, { root: "/repo", mode });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.settings;
};
const LIVE = {
  CARD_API_URL: "https://issuer.example",
  CARD_API_KEY: "sk_live_7d0f3c91",
  NEXTAUTH_URL: "https://cards.example",
  NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo",
  WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
};

describe("readSettings", () => {
  it("has a default for every setting", () => {
    expect(read({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dashboardUrl: "http://localhost:3000",
      sandboxPort: 4010,
      sandboxHost: "127.0.0.1",
      sandboxUrl: "http://localhost:4010",
      startsSandbox: true,
      webhookUrl: "http://localhost:3000/api/webhooks/issuer",
      listensOn: "127.0.0.1, this machine only (set HOST=0.0.0.0 to allow other machines)",
      sandboxApiKey: "sk_sandbox_cardwell",
      dataDir: "/repo/.data",
      liveIssuerUrl: null,
      logFormat: null,
    });
  });

  it("joins a sandbox that runs already instead of starting one", () => {
    expect(read({ SANDBOX_URL: "http://localhost:4500/" })).toMatchObject({
      sandboxUrl: "http://localhost:4500",
      startsSandbox: false,
      liveIssuerUrl: null,
    });
    expect(read(LIVE).startsSandbox).toBe(false);
  });

  it("treats an empty setting as unset", () => {
    const empty = {
      PORT: "",
      SANDBOX_PORT: "",
      SANDBOX_API_KEY: "",
      DATA_DIR: "",
      CARD_API_URL: "",
      HOST: "",
    };
    expect(read(empty)).toEqual(read({}));
  });

  it("resolves relative folders from the repository root", () => {
    expect(read({ DATA_DIR: "data" }).dataDir).toBe("/repo/data");
    expect(read({ DATA_DIR: "/var/data" }).dataDir).toBe("/var/data");
  });

  it.each(["1", "65535"])("accepts port %s", (text) => {
    expect(read({ PORT: text }).port).toBe(Number(text));
  });

  it.each(["0", "65536", "99999999", "3e3", " 3000", "3000 ", "0x10", "three"])("rejects port %j", (text) => {
    expect(() => read({ SANDBOX_PORT: text })).toThrow(
      `The setting SANDBOX_PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.`,
    );
  });

  it("requires different ports for the two programs, unless the issuer is live", () => {
    expect(() => read({ PORT: "4010" })).toThrow("PORT and SANDBOX_PORT must be different");
    expect(read({ PORT: "4010", ...LIVE }).liveIssuerUrl).toBe("https://issuer.example");
  });

  it("reports all problems of both programs at once, each only once", () => {
    const invalid = { PORT: "web", DATABASE_URL: "foo", SANDBOX_PAGE_SIZE: "0", CARD_API_KEY: "k" };
    expect(readSettings(invalid, { root: "/repo", mode: "production" })).toEqual({
      ok: false,
      problems: [
        'The setting PORT must be a whole number from 1 to 65535, not "web".',
        "The setting DATABASE_URL must be a URL, such as postgres://user:password@host:5432/name.",
        "The setting CARD_API_URL must be set when CARD_API_KEY is set.",
        'The setting SANDBOX_PAGE_SIZE must be a whole number from 1 to 1000, not "0".',
      ],
    });
  });

  it("ignores dashboard settings if only the sandbox runs", () => {
    const sandboxOnly = read({ CARD_API_URL: "nonsense", DATABASE_URL: "foo", PORT: "3100" }, "sandbox");
    expect(sandboxOnly).toMatchObject({
      liveIssuerUrl: null,
      webhookUrl: "http://localhost:3100/api/webhooks/issuer",
    });
  });
});

describe("where the programs listen", () => {
  it("defaults to loopback with the sandbox, and to all interfaces in live mode", () => {
    expect(read({})).toMatchObject({ host: "127.0.0.1", sandboxHost: "127.0.0.1" });
    expect(read({}, "sandbox").sandboxHost).toBe("127.0.0.1");
    expect(read({ ...LIVE })).toMatchObject({ host: null, listensOn: "all network interfaces" });
  });

  it("is set by HOST", () => {
    expect(read({ HOST: "0.0.0.0" })).toMatchObject({ host: "0.0.0.0", sandboxHost: "0.0.0.0" });
    expect(read({ HOST: "192.168.1.5" }, "sandbox").sandboxHost).toBe("192.168.1.5");
    expect(read({ ...LIVE, HOST: "10.0.0.7" }).host).toBe("10.0.0.7");
    expect(() => read({ HOST: "http://localhost" })).toThrow('not "http://localhost".');
  });

  it("keeps the sandbox on loopback, where the dashboard expects it", () => {
    expect(read({ HOST: "192.168.1.5" })).toMatchObject({
      dashboardUrl: "http://192.168.1.5:3000",
      webhookUrl: "http://192.168.1.5:3000/api/webhooks/issuer",
      sandboxHost: "127.0.0.1",
      sandboxUrl: "http://localhost:4010",
    });
  });
});
