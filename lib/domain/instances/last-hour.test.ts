import { describe, expect, it } from "vitest";
import type { InstanceMinute } from "./instance-minute";
import { describeLastHour } from "./last-hour";
import { MEASURE_NAMES, type Measure, type MinuteValues } from "./measures";

const READ_AT = new Date("2026-11-18T12:00:20Z");

/** A minute that began `minutesAgo` complete minutes ago, written when it ended. */
function row(
  id: string,
  minutesAgo: number,
  values: Partial<MinuteValues> = {},
  build = "b1",
): InstanceMinute {
  const minute = Date.parse("2026-11-18T12:00:00Z") - minutesAgo * 60_000;
  return {
    instance: {
      id,
      host: `web-${id}`,
      pid: 1,
      version: "1.0.0",
      build,
      startedAt: `2026-11-18T0${id}:00:00.000Z`,
    },
    minute: new Date(minute).toISOString(),
    writtenAt: new Date(Math.min(minute + 60_000, READ_AT.getTime())).toISOString(),
    values: { ...(Object.fromEntries(MEASURE_NAMES.map((name) => [name, null])) as MinuteValues), ...values },
    isLast: false,
  };
}

function hourOf(measure: Measure, rows: InstanceMinute[]) {
  const found = describeLastHour(READ_AT, rows).measures.find((hour) => hour.measure === measure);
  if (!found) throw new Error(`There is no ${measure}`);
  return found;
}

const lastThree = (line: readonly (number | null)[] | undefined) => line?.slice(-3);

describe("the values", () => {
  it("cover the 60 complete minutes, and not the current one", () => {
    const rows = [row("1", 0, { requests: 9 }), row("1", 1, { requests: 5 }), row("1", 61, { requests: 9 })];
    const { minutes } = describeLastHour(READ_AT, rows);
    expect([minutes.length, minutes[0], minutes.at(-1)]).toEqual([
      60,
      "2026-11-18T11:00:00.000Z",
      "2026-11-18T11:59:00.000Z",
    ]);
    const { lines, latest } = hourOf("requests", rows);
    expect(lines[0]?.filter((value) => value !== null)).toEqual([5]);
    expect(latest).toBe(5);
  });

  it("have a gap where a copy didn’t run or had nothing to measure, and a zero where it counted none", () => {
    const rows = [row("1", 3, { requests: 4, pageMs: 80 }), row("1", 1, { requests: 0 })];
    expect(lastThree(hourOf("requests", rows).lines[0])).toEqual([4, null, 0]);
    expect(lastThree(hourOf("pageMs", rows).lines[0])).toEqual([80, null, null]);
    expect(hourOf("pageMs", rows).latest).toBeNull();
  });

  it("of several copies are added, or the highest counts", () => {
    const rows = [
      row("1", 2, { requests: 4, memoryBytes: 100 }),
      row("1", 1, { requests: 6, memoryBytes: 110 }),
      row("2", 1, { requests: 1, memoryBytes: 300 }),
    ];
    expect(hourOf("requests", rows)).toMatchObject({ latest: 7 });
    expect(lastThree(hourOf("requests", rows).combined)).toEqual([null, 4, 7]);
    expect(hourOf("requests", rows).lines.map(lastThree)).toEqual([
      [null, 4, 6],
      [null, null, 1],
    ]);
    expect(hourOf("memoryBytes", rows).latest).toBe(300);
  });

  it("that all copies share are one line", () => {
    const rows = [row("1", 1, { waitingJobs: 3 }), row("2", 1, { waitingJobs: 3 }), row("2", 2)];
    expect(hourOf("waitingJobs", rows).lines.map(lastThree)).toEqual([[null, null, 3]]);
  });

  it("of the minute before count until the last one is written, and those of a stopped copy don’t", () => {
    const rows = [row("1", 2, { requests: 4 }), row("2", 30, { requests: 50 })];
    expect(hourOf("requests", rows).latest).toBe(4);
    expect(hourOf("requests", [row("2", 30, { requests: 50 })]).latest).toBeNull();
  });
});

describe("the copies", () => {
  it("are listed from their first row on, running ones first", () => {
    const { copies } = describeLastHour(READ_AT, [row("2", 30), row("3", 0), row("1", 2), row("1", 1)]);
    expect(copies.map(({ id, isRunning }) => [id, isRunning])).toEqual([
      ["1", true],
      ["3", true],
      ["2", false],
    ]);
    expect(copies[0]?.lastSeenAt).toBe("2026-11-18T12:00:00.000Z");
  });

  it("don’t run anymore once they say so, even a moment ago", () => {
    const { copies } = describeLastHour(READ_AT, [
      row("1", 1),
      { ...row("1", 0), isLast: true },
      row("2", 30),
    ]);
    expect(copies.map(({ id, isRunning, isStopped }) => [id, isRunning, isStopped])).toEqual([
      ["1", false, true],
      ["2", false, false],
    ]);
  });

  it("have stopped if the last of several minutes that were written at once says so", () => {
    const last = { ...row("1", 0), isLast: true };
    const { copies } = describeLastHour(READ_AT, [{ ...row("1", 1), writtenAt: last.writtenAt }, last]);
    expect(copies[0]).toMatchObject({ isRunning: false, isStopped: true });
  });

  it("are sorted by their host, whenever they were started", () => {
    const started = (id: string, host: string) => ({
      ...row(id, 1),
      instance: { ...row(id, 1).instance, host },
    });
    const { copies } = describeLastHour(READ_AT, [started("1", "web-10"), started("2", "web-9")]);
    expect(copies.map(({ host }) => host)).toEqual(["web-9", "web-10"]);
  });

  it("are marked if they run another build than the copy that was started last", () => {
    const marked = (...rows: InstanceMinute[]) =>
      describeLastHour(READ_AT, rows)
        .copies.filter(({ hasOtherBuild }) => hasOtherBuild)
        .map(({ id }) => id);
    expect(marked(row("1", 1), row("2", 1))).toEqual([]);
    expect(marked(row("1", 1), row("2", 1), row("3", 1, {}, "b2"))).toEqual(["1", "2"]);
    const oldest = row("0", 1, {}, "b2");
    expect(marked({ ...oldest, instance: { ...oldest.instance, host: "web-9" } }, row("1", 1))).toEqual([
      "0",
    ]);
    // The upgrade is over.
    expect(marked(row("1", 30), row("3", 1, {}, "b2"))).toEqual([]);
  });
});
