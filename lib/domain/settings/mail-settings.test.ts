import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/env";

const FROM = { MAIL_FROM: "Cardwell <cards@example.com>" };
const read = (settings: Record<string, string>) => readEnv({ NODE_ENV: "test", ...settings }).mail;

function problemsOf(settings: Record<string, string>): string {
  try {
    read(settings);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

describe("email", () => {
  it("is caught on the sandbox, and sent to nobody by default on a live program", () => {
    expect(read({})).toEqual({ to: "outbox" });
    const live = {
      CARD_API_URL: "https://issuer.example",
      CARD_API_KEY: "sk_live_7d0f3c91",
      NEXTAUTH_URL: "https://cards.example",
      NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo",
      WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
    };
    expect(read(live)).toEqual({ to: "nobody" });
  });

  it.each([
    ["smtp://smtp.example", { host: "smtp.example", port: 587, tls: "starttls", login: null }],
    ["smtps://smtp.example", { host: "smtp.example", port: 465, tls: "implicit", login: null }],
    [
      "smtp://cards%40example.com:p%2Fa%40s@smtp.example:2525",
      { port: 2525, tls: "starttls", login: { user: "cards@example.com", password: "p/a@s" } },
    ],
    ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
  ])("is sent to %s", (url, expected) => {
    expect(read({ SMTP_URL: url, ...FROM })).toMatchObject({ to: "smtp", from: FROM.MAIL_FROM, ...expected });
  });

  it.each([
    [{ SMTP_URL: "https://smtp.example", ...FROM }, /^The setting SMTP_URL must be the address of/],
    [{ SMTP_URL: "smtp://user@smtp.example", ...FROM }, /^The setting SMTP_URL must be the address of/],
    [{ SMTP_URL: "smtp://smtp.example" }, /^The setting MAIL_FROM must be set when SMTP_URL is set\.$/],
    [FROM, /^The setting SMTP_URL must be set when MAIL_FROM is set\.$/],
    [{ SMTP_URL: "smtp://smtp.example", MAIL_FROM: "Cardwell" }, /^The setting MAIL_FROM must be a sender/],
    [
      { SMTP_URL: "smtp://smtp.example:465", ...FROM },
      /^The setting SMTP_TLS must be implicit for port 465, not starttls\.$/,
    ],
    [
      { SMTP_URL: "smtps://smtp.example", SMTP_TLS: "starttls", ...FROM },
      /^The setting SMTP_TLS must be implicit or unset/,
    ],
    [
      { SMTP_URL: "smtp://a:b@smtp.example", SMTP_TLS: "none", ...FROM },
      /^The setting SMTP_TLS must not be none if SMTP_URL has a password\.$/,
    ],
  ])("rejects %j", (settings, problem) => {
    expect(problemsOf(settings as Record<string, string>)).toMatch(problem);
  });

  it("keeps the password out of its problems", () => {
    expect(problemsOf({ SMTP_URL: "smtp://user:hunter2@smtp.example/path", ...FROM })).not.toContain(
      "hunter2",
    );
  });
});
