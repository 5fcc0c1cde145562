import { describe, expect, it } from "vitest";
import { compareCounts, endUrgentWalk, INITIAL_MEMORY, phaseOf, type SyncMemory } from "./sync-phase";
import type { SyncState } from "./sync-state";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const MINUTE = 60_000;

const FILLED: SyncState & { pageLength: number } = {
  walk: 5,
  walkPage: 1,
  isFilled: true,
  known: 100,
  total: 100,
  settledDifference: null,
  missing: 0,
  missingSince: null,
  version: "1",
  unreadWalk: null,
  pageLength: 10,
};

const SEARCHING: SyncMemory = {
  ...INITIAL_MEMORY,
  phase: { is: "searching", walk: 6, startedMs: NOW },
  searchedFor: 1,
};

/** Compares the counts once per state, as one refresh after another does. */
function compareAll(states: readonly Partial<typeof FILLED>[], memory = INITIAL_MEMORY) {
  let last = compareCounts(memory, { ...FILLED, ...states[0] }, NOW);
  for (const state of states.slice(1)) last = compareCounts(last.next, { ...FILLED, ...state }, NOW);
  return { phase: last.next.phase, effect: last.effect, searchedFor: last.next.searchedFor };
}

describe("the phase of a list's sync", () => {
  it("is filling until the database says that the first walk is done", () => {
    expect(phaseOf(INITIAL_MEMORY, { ...FILLED, isFilled: false })).toEqual({ is: "filling" });
    expect(phaseOf(INITIAL_MEMORY, FILLED)).toEqual({ is: "matching" });
  });

  it("is no longer searching once another process has finished the walk", () => {
    expect(phaseOf(SEARCHING, { ...FILLED, walk: 6 }).is).toBe("searching");
    expect(phaseOf(SEARCHING, { ...FILLED, walk: 7 }).is).toBe("matching");
  });
});

describe("comparing the counts", () => {
  it.each([
    ["agree", [{}], "matching", "none"],
    ["differ once", [{ known: 101 }], "differing", "none"],
    ["differ, then agree", [{ known: 101 }, {}], "matching", "none"],
    ["differ, then differ otherwise", [{ known: 101 }, { known: 102 }], "differing", "none"],
    ["differ twice by the same number", [{ known: 101 }, { known: 101 }], "searching", "start-walk"],
    ["differ by the accepted number", [{ known: 101, settledDifference: 1 }], "matching", "none"],
    ["lack more than a page twice", [{ known: 40 }, { known: 60 }], "searching", "start-walk"],
    ["lack no more than a page", [{ known: 40 }, { known: 90 }], "differing", "none"],
    ["are exceeded by more than a page", [{ known: 140 }, { known: 160 }], "differing", "none"],
    [
      "show that a refresh didn't reach the end of what is new",
      [{ unreadWalk: 5 }],
      "searching",
      "start-walk",
    ],
    ["can't be compared after such a refresh", [{ unreadWalk: 5, total: null }], "searching", "start-walk"],
    ["can't be compared", [{ known: 101 }, { known: 101, total: null }], "differing", "none"],
    ["differ while the list is filled", [{ known: 1, isFilled: false }], "matching", "none"],
  ])("chooses the phase if they %s", (_, states, phase, effect) => {
    expect(compareAll(states)).toMatchObject({ phase: { is: phase }, effect: { is: effect } });
  });

  it("searches in the next walk", () => {
    expect(compareAll([{ known: 99 }, { known: 99 }])).toMatchObject({
      phase: { is: "searching", walk: FILLED.walk + 1, startedMs: NOW },
      searchedFor: -1,
    });
  });

  it("changes nothing during a search", () => {
    expect(compareCounts(SEARCHING, { ...FILLED, walk: 6, known: 150 }, NOW)).toEqual({
      next: SEARCHING,
      effect: { is: "none" },
    });
  });

  it("accepts a difference that a search didn't remove, but searches for any other", () => {
    const searched = endUrgentWalk(SEARCHING, NOW);
    expect(compareAll([{ known: 101 }, { known: 101 }], searched)).toMatchObject({
      phase: { is: "matching" },
      effect: { is: "accept-difference", difference: 1 },
    });
    expect(compareAll([{ known: 102 }, { known: 102 }], searched).effect).toEqual({ is: "start-walk" });
  });

  it("waits before it searches again for an issuer that counts at random", () => {
    const searched = endUrgentWalk({ ...SEARCHING, searchedFor: -50 }, NOW);
    const states = [{ total: 170 }, { total: 140 }];
    expect(compareAll(states, searched).effect).toEqual({ is: "none" });
    expect(compareAll(states, { ...searched, recheckMissingAtMs: NOW }).effect).toEqual({ is: "start-walk" });
  });

  it("searches again for a difference that had disappeared", () => {
    const searched = endUrgentWalk(SEARCHING, NOW);
    expect(compareAll([{}, { known: 101 }, { known: 101 }], searched).effect).toEqual({ is: "start-walk" });
  });
});

describe("missing records", () => {
  const missing = { ...FILLED, missing: 3 };

  it("are searched for at once by a new process", () => {
    expect(compareCounts(INITIAL_MEMORY, missing, NOW).effect).toEqual({ is: "start-walk" });
  });

  it.each([
    ["a minute after a short search", MINUTE / 60, MINUTE],
    ["after ten times the duration of a long one", MINUTE, 10 * MINUTE],
  ])("are searched for again %s", (_, searchMs, pauseMs) => {
    const endedMs = NOW + searchMs;
    const memory = endUrgentWalk(SEARCHING, endedMs);
    expect(compareCounts(memory, missing, endedMs + pauseMs - 1).effect).toEqual({ is: "none" });
    expect(compareCounts(memory, missing, endedMs + pauseMs).effect).toEqual({ is: "start-walk" });
  });

  it("are searched for although the issuer doesn't count its records", () => {
    expect(compareCounts(INITIAL_MEMORY, { ...missing, total: null }, NOW).effect).toEqual({
      is: "start-walk",
    });
  });

  it("don't change which difference was searched for", () => {
    expect(compareCounts({ ...INITIAL_MEMORY, searchedFor: 2 }, missing, NOW).next.searchedFor).toBe(2);
  });
});
