import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTimestamp, parseTimestamp } from "./timestamp";

const instants = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

describe("formatTimestamp", () => {
  it("has the spec's format, in UTC and without fractions", () => {
    expect(formatTimestamp(new Date("2026-11-15T14:03:22.987Z"))).toBe("2026-11-15T14:03:22+0000");
    expect(formatTimestamp(new Date("2026-11-16T00:30:00+02:00"))).toBe("2026-11-15T22:30:00+0000");
  });

  it("has the same format for every instant", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(formatTimestamp(instant)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/);
      }),
    );
  });
});

describe("parseTimestamp", () => {
  it("returns the second that was formatted", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const second = Math.floor(instant.getTime() / 1000) * 1000;
        expect(parseTimestamp(formatTimestamp(instant))?.getTime()).toBe(second);
      }),
    );
  });

  it.each([
    ["2026-11-15T14:03:22+0000", "2026-11-15T14:03:22.000Z"],
    ["2026-11-15T14:03:22Z", "2026-11-15T14:03:22.000Z"],
    ["2026-11-15T14:03:22+00:00", "2026-11-15T14:03:22.000Z"],
    ["2026-11-15T14:03:22-0000", "2026-11-15T14:03:22.000Z"],
    ["2026-11-15T14:03:22.5+0000", "2026-11-15T14:03:22.500Z"],
    ["2026-11-15T14:03:22.123456789Z", "2026-11-15T14:03:22.123Z"],
    ["2026-11-15T14:03:22+0530", "2026-11-15T08:33:22.000Z"],
    ["2026-11-15T14:03:22-08:00", "2026-11-15T22:03:22.000Z"],
    ["2026-12-31T23:30:00-0100", "2027-01-01T00:30:00.000Z"],
    ["2024-02-29T00:00:00+0000", "2024-02-29T00:00:00.000Z"],
  ])("reads %s", (text, expected) => expect(parseTimestamp(text)?.toISOString()).toBe(expected));

  it.each([
    "",
    "2026-11-15",
    "2026-11-15T14:03:22",
    "2026-11-15T14:03+0000",
    "2026-11-15 14:03:22+0000",
    "2026-11-15t14:03:22z",
    "2026-11-15T14:03:22 +0000",
    "2026-11-15T14:03:22+00",
    "2026-11-15T14:03:22+2400",
    "2026-11-15T14:03:22+0060",
    "2026-11-15T25:03:22+0000",
    "2026-11-15T14:60:22+0000",
    "2026-11-15T14:03:60+0000",
    "2026-02-29T00:00:00+0000",
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "2026-11-15T14:03:22.+0000",
    "2026-11-15T14:03:22+0000\n",
    " 2026-11-15T14:03:22+0000",
    "1763215402",
    "yesterday",
    "null",
  ])("rejects %j", (text) => expect(parseTimestamp(text)).toBeNull());

  it("never throws and never returns an invalid date", () => {
    const nearly = fc
      .array(fc.constantFrom(..."0123456789-:T+Z. "), { maxLength: 30 })
      .map((characters) => characters.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        const instant = parseTimestamp(text);
        expect(instant === null || !Number.isNaN(instant.getTime())).toBe(true);
      }),
    );
  });
});
