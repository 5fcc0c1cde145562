import { describe, expect, it } from "vitest";
import { clearAfterMinutes, nextStep, type OngoingAlert } from "./next-step";

const START = Date.parse("2026-11-18T10:00:00Z");
const at = (minutes: number) => new Date(START + minutes * 60_000);
const TIMING = { openAfterMinutes: 3, clearAfterMinutes: 5 };

function pending(seen: { first: number; last: number }): OngoingAlert {
  return { firstSeenAt: at(seen.first), lastSeenAt: at(seen.last), openedAt: null, goodSince: null };
}
const open = (goodSince: number | null): OngoingAlert => ({
  firstSeenAt: at(0),
  lastSeenAt: at(10),
  openedAt: at(3),
  goodSince: goodSince === null ? null : at(goodSince),
});

describe("the next step of an alert", () => {
  it("opens only after the condition has been seen for long enough", () => {
    expect(nextStep(null, true, TIMING, at(0))).toBe("begin");
    expect(nextStep(pending({ first: 0, last: 1 }), true, TIMING, at(2))).toBe("see");
    expect(nextStep(pending({ first: 0, last: 2 }), true, TIMING, at(3))).toBe("open");
  });

  it("opens at once if the condition needs no time", () => {
    expect(nextStep(null, true, { ...TIMING, openAfterMinutes: 0 }, at(0))).toBe("open");
  });

  it("tells nobody about what is over before that", () => {
    expect(nextStep(pending({ first: 0, last: 1 }), false, TIMING, at(2))).toBe("forget");
    expect(nextStep(null, false, TIMING, at(0))).toBe("none");
  });

  it("doesn't count the time in which nobody looked", () => {
    expect(nextStep(pending({ first: 0, last: 1 }), true, TIMING, at(90))).toBe("begin");
  });

  it("clears only after the condition has been over for long enough", () => {
    expect(nextStep(open(null), false, TIMING, at(11))).toBe("rest");
    expect(nextStep(open(11), false, TIMING, at(15))).toBe("none");
    expect(nextStep(open(11), true, TIMING, at(15))).toBe("see");
    expect(nextStep(open(11), false, TIMING, at(16))).toBe("clear");
  });

  it("waits longer for the all-clear each time that the condition came back", () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(clearAfterMinutes)).toEqual([5, 5, 10, 20, 40, 60, 60]);
  });
});

describe("a condition that comes and goes every other minute", () => {
  it("opens one alert, and one that is over for six minutes every time sends ever fewer messages", () => {
    expect(messagesOf((minute) => minute % 2 === 0, 360)).toEqual(["open"]);
    const slowly = messagesOf((minute) => minute % 7 === 0, 360);
    expect(slowly.length).toBeLessThanOrEqual(3);
  });
});

/** What people are told if the condition is read once a minute. */
function messagesOf(isSeenAt: (minute: number) => boolean, minutes: number): string[] {
  const told: string[] = [];
  const ongoing: OngoingAlert[] = [];
  let openings = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const timing = { openAfterMinutes: 0, clearAfterMinutes: clearAfterMinutes(openings) };
    const now = at(minute);
    const alert = ongoing[0] ?? null;
    const step = nextStep(alert, isSeenAt(minute), timing, now);
    if (step === "open" || step === "clear") told.push(step);
    if (step === "open") {
      openings += 1;
      ongoing.push({ firstSeenAt: now, lastSeenAt: now, openedAt: now, goodSince: null });
    } else if (step === "clear") ongoing.pop();
    else if (alert) {
      if (step === "see") alert.goodSince = null;
      if (step === "rest") alert.goodSince = now;
    }
  }
  return told;
}
