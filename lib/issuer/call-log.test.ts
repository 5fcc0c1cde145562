import { beforeEach, describe, expect, it } from "vitest";
import { createCallLog } from "./call-log";
import type { FailureKind, IssuerResult } from "./failure";

let lines: string[];
let now: number;
let logCall: ReturnType<typeof createCallLog>;

beforeEach(() => {
  lines = [];
  now = 0;
  const write = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${"outcome" in fields ? fields.outcome : message}`);
  };
  const log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logCall = createCallLog(log, "https://issuer.example", () => now);
});

const CALL_INFO = { status: 200, durationMs: 5, attempts: 1, requestId: "r1" };
const succeed = () => logCall("listCards", { ok: true, data: null, response: CALL_INFO });
const fail = (kind: FailureKind) =>
  logCall("listCards", { ok: false, failure: { ...CALL_INFO, kind, cause: null } } as IssuerResult<unknown>);

describe("the issuer call log", () => {
  it("logs calls at debug level while the issuer works", () => {
    succeed();
    fail("refused");
    fail("not-found");
    fail("fraud-block");
    expect(lines).toEqual(["debug ok", "debug refused", "debug not-found", "debug fraud-block"]);
  });

  it("logs an outage when it begins, once a minute, and when it ends", () => {
    for (now = 0; now < 150_000; now += 30_000) fail("unavailable");
    succeed();
    succeed();
    expect(lines).toEqual([
      "warn unavailable",
      "debug unavailable",
      "warn unavailable",
      "debug unavailable",
      "warn unavailable",
      "debug ok",
      "info Issuer reachable again",
      "debug ok",
    ]);
  });

  it("logs another kind of failure immediately", () => {
    fail("unavailable");
    fail("unauthorized");
    expect(lines).toEqual(["warn unavailable", "error unauthorized"]);
  });

  it("logs every call whose outcome is unknown", () => {
    fail("unknown-outcome");
    fail("unknown-outcome");
    expect(lines).toEqual(["error unknown-outcome", "error unknown-outcome"]);
  });
});
