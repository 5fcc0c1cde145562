import { describe, expect, it } from "vitest";
import { areAllAcknowledged, leftOfDays, openPointsOf } from "./open-points";
import type { ExceptionLeft, OpenCheck } from "./sign-off";

const exception = (overrides: Partial<ExceptionLeft> = {}): ExceptionLeft => ({
  id: "1",
  kind: "file-only",
  day: "2026-10-01",
  transactionId: "tx-1",
  state: "open",
  reason: null,
  currency: "USD",
  difference: "10.00",
  ...overrides,
});
const check = (day: string | null, outcome: OpenCheck["outcome"]): OpenCheck => ({
  name: "transaction-fees",
  outcome,
  currency: null,
  day,
});
const titles = (left: Parameters<typeof openPointsOf>[0]) =>
  openPointsOf(left).map(({ title, detail }) => `${title} | ${detail}`);

describe("what a sign-off leaves open", () => {
  it("is each exception that nobody has explained", () => {
    const exceptionsLeft = [
      exception(),
      exception({ id: "2", state: "waiting", kind: "twice", difference: null, transactionId: null }),
      exception({ id: "3", state: "explained", reason: "fee" }),
    ];
    expect(titles({ checks: [], exceptionsLeft })).toEqual([
      "In the file only, USD 10.00 | Open, 1 Oct 2026, tx-1",
      "Twice in the files | Waiting for issuer, 1 Oct 2026",
    ]);
  });

  it("is each check that differs or can’t be made, once for all days", () => {
    const checks = [
      check("2026-10-01", "unknown"),
      check("2026-10-02", "differs"),
      check("2026-10-03", "unknown"),
      check("2026-10-04", "explained"),
      check(null, "unknown"),
    ];
    expect(titles({ checks, exceptionsLeft: [] })).toEqual([
      "Transaction fees agree with their report: differs | 2 Oct 2026",
      "Transaction fees agree with their report: can’t be checked | 2 days, 1 Oct 2026 to 3 Oct 2026, and the whole month",
    ]);
  });

  it("is one point for many exceptions of a kind, which names their number", () => {
    const exceptionsLeft = Array.from({ length: 26 }, (_, id) => exception({ id: `${id}` }));
    const points = openPointsOf({ checks: [], exceptionsLeft });
    expect(points).toMatchObject([{ title: "In the file only: 26 exceptions", detail: "1 Oct 2026" }]);
    const more = openPointsOf({ checks: [], exceptionsLeft: [...exceptionsLeft, exception({ id: "27" })] });
    expect(
      areAllAcknowledged(
        more,
        points.map(({ key }) => key),
      ),
    ).toBe(false);
  });

  it("is acknowledged only if each point is, and nothing else", () => {
    const points = openPointsOf({ checks: [check("2026-10-01", "unknown")], exceptionsLeft: [exception()] });
    const keys = points.map(({ key }) => key);
    expect(areAllAcknowledged(points, keys)).toBe(true);
    expect(areAllAcknowledged(points, keys.slice(1))).toBe(false);
    expect(areAllAcknowledged(points, [...keys, "another"])).toBe(false);
    expect(areAllAcknowledged(points, [])).toBe(false);
    expect(areAllAcknowledged([], [])).toBe(true);
  });

  it("is of the days that are signed off", () => {
    const evidence = {
      checks: [check("2026-10-01", "unknown"), check("2026-10-02", "unknown"), check(null, "unknown")],
      exceptionsLeft: [exception(), exception({ id: "2", day: "2026-10-02" })],
    };
    expect(openPointsOf(leftOfDays(evidence, ["2026-10-02"])).map(({ key }) => key)).toEqual([
      "exception 2",
      expect.stringMatching(/can’t be checked 2026-10-02$/),
    ]);
  });
});
