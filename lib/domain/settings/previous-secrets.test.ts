import { expect, it } from "vitest";
import { describePreviousSecrets } from "./previous-secrets";

const NOW = new Date("2026-11-18T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const use = (first: number, last: number) => ({ firstUsedAt: hoursAgo(first), lastUsedAt: hoursAgo(last) });
const describe = (current: ReturnType<typeof use> | null, ...previous: (ReturnType<typeof use> | null)[]) =>
  describePreviousSecrets({ current, previous, sessionHours: 12, checkedAt: hoursAgo(1), now: NOW });

it("keeps a previous secret until the sessions that it signed have ended", () => {
  expect(describe(use(5, 0), use(900, 5))).toEqual({ state: "needed", until: hoursAgo(-7) });
  expect(describe(use(13, 0), use(900, 12))).toEqual({ state: "removable" });
});

it("keeps a previous secret until the stored data has been checked once more", () => {
  const state = (checkedAt: Date | null) =>
    describePreviousSecrets({
      current: use(40, 0),
      previous: [use(900, 20)],
      sessionHours: 12,
      checkedAt,
      now: NOW,
    }).state;
  expect([null, hoursAgo(20), hoursAgo(18)].map(state)).toEqual(["unchecked", "unchecked", "removable"]);
});

it("counts from the last use, not from the first use of the new one", () => {
  expect(describe(use(40, 0), use(900, 2))).toEqual({ state: "needed", until: hoursAgo(-10) });
});

it("keeps a previous secret while another copy uses it", () => {
  expect(describe(use(5, 0), use(900, 0.02))).toEqual({ state: "in-use" });
  expect(describe(use(0.01, 0), use(900, 0.02))).toEqual({ state: "needed", until: hoursAgo(-11.98) });
});

it("waits for the one that was used last", () => {
  expect(describe(use(5, 0), use(900, 500), use(500, 5))).toEqual({ state: "needed", until: hoursAgo(-7) });
});

it("doesn’t know a secret that was not used while uses were recorded", () => {
  expect(describe(use(5, 0), null)).toEqual({ state: "needed", until: hoursAgo(-7) });
  expect(describe(use(30, 0), null)).toEqual({ state: "unused", since: hoursAgo(30) });
  expect(describe(null, null)).toEqual({ state: "needed", until: hoursAgo(-12) });
});

it("has nothing to say without a previous secret", () => {
  expect(describe(use(5, 0))).toEqual({ state: "none" });
});
