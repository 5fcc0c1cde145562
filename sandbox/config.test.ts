import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { SettingError } from "@/lib/domain/settings/settings";
import { readSettings } from "./config";

test("the defaults are the documented ones", () => {
  expect(readSettings({})).toEqual({
    apiKey: DEMO_API_KEY,
    currency: "USD",
    pageSize: 50,
    reportDelayMs: 1500,
    webhook: {
      url: "http://localhost:3000/api/webhooks/issuer",
      secret: DEMO_WEBHOOK_SECRET,
      retryMs: 1000,
    },
    host: "127.0.0.1",
    hosts: [],
    port: 4010,
    folder: ".data/worlds",
    warnings: [],
  });
});

test("an empty setting counts as unset", () => {
  expect(readSettings({ SANDBOX_PORT: "", DATA_DIR: "", SANDBOX_DATABASE_URL: "" })).toEqual(
    readSettings({}),
  );
});

test("every setting is applied", () => {
  const settings = readSettings({
    PORT: "3100",
    DATA_DIR: "/var/cardwell",
    SANDBOX_PORT: "4100",
    SANDBOX_API_KEY: "another",
    SANDBOX_CURRENCY: "JPY",
    SANDBOX_PAGE_SIZE: "7",
    SANDBOX_HOSTS: "issuer.example.com, Sandbox.example.com",
    SANDBOX_REPORT_DELAY_MS: "0",
    SANDBOX_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  });
  expect(settings).toMatchObject({
    apiKey: "another",
    currency: "JPY",
    pageSize: 7,
    hosts: ["issuer.example.com", "sandbox.example.com"],
    reportDelayMs: 0,
    webhook: {
      url: "http://localhost:3100/api/webhooks/issuer",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    port: 4100,
    folder: "/var/cardwell/worlds",
    warnings: [],
  });
  expect(readSettings({ SANDBOX_DATABASE_URL: "postgres://u:p@host:5432/name" }).warnings).toEqual([
    "SANDBOX_DATABASE_URL is no longer used: the sandbox keeps its worlds in DATA_DIR.",
  ]);
  expect(readSettings({ SANDBOX_WEBHOOK_URL: "https://example.com/hook" }).webhook.url).toBe(
    "https://example.com/hook",
  );
});

const INVALID: Record<string, string[]> = {
  PORT: ["web", "-1", "0", "65536", "3000.5"],
  SANDBOX_PORT: ["web", "-1", "0", "65536", " 4010"],
  SANDBOX_DATABASE_URL: ["nowhere", "mysql://host/name", "http://host/name"],
  SANDBOX_CURRENCY: ["usd", "dollars", "XXX", "ISK", "__proto__"],
  SANDBOX_PAGE_SIZE: ["0", "-5", "1001", "many", "1.5"],
  SANDBOX_REPORT_DELAY_MS: ["-1", "soon", "600001"],
  SANDBOX_WEBHOOK_URL: ["here", "ftp://example.com", "//example.com"],
  SANDBOX_WEBHOOK_SECRET: [
    "secret",
    "whsec_",
    "whsec_short",
    "whsec_!!!!!!!!!!!!!!!!!!!!!!!!",
    "whsec_====================",
    "whsec_aaaaaaaaaaaaaaaaaaaa=aaa",
  ],
};

describe.each(Object.entries(INVALID))("an invalid %s", (name, values) => {
  test.each(values)("%j is reported in one sentence", (value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^The setting ${name} must be [^.]+(\\.\\w[^.]*)*\\.$`));
  });
});

test("an accepted secret can sign", () => {
  const { secret } = readSettings({
    SANDBOX_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  }).webhook;
  expect(() => new Webhook(secret).sign("id", new Date(), "body")).not.toThrow();
});
