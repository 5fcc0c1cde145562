import { describe, expect, it } from "vitest";
import { describeTerminal, isRelevantAfterStart, labelLine } from "./terminal.mjs";

const terminal = { isTTY: true };
const pipe = {};

describe("the format of logs", () => {
  it("is readable and colored in a terminal, JSON in a pipe", () => {
    expect(describeTerminal(terminal, {}, null)).toEqual({
      format: "pretty",
      hasColors: true,
      env: { LOG_FORMAT: "pretty", FORCE_COLOR: "1" },
    });
    expect(describeTerminal(pipe, {}, null)).toEqual({
      format: "json",
      hasColors: false,
      env: { LOG_FORMAT: "json" },
    });
  });

  it("is set by LOG_FORMAT", () => {
    expect(describeTerminal(terminal, {}, "json").env).toEqual({ LOG_FORMAT: "json" });
    expect(describeTerminal(pipe, {}, "pretty").env).toEqual({ LOG_FORMAT: "pretty" });
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("has no colors with %j", (env) => {
    expect(describeTerminal(terminal, env, null)).toMatchObject({ format: "pretty", hasColors: false });
  });

  it("has colors in a pipe if they are forced", () => {
    expect(describeTerminal(pipe, { FORCE_COLOR: "1" }, "pretty").hasColors).toBe(true);
  });
});

describe("a program's line", () => {
  it("is prefixed with the program's name", () => {
    const plain = { format: "pretty", hasColors: false } as const;
    expect(labelLine("dashboard", "Ready", plain)).toBe("dashboard │ Ready");
    expect(labelLine("dashboard", "Ready", { ...plain, hasColors: true })).toBe(
      "\u001b[2mdashboard │\u001b[22m Ready",
    );
  });

  it("stays unchanged if it is JSON", () => {
    const json = { format: "json", hasColors: false } as const;
    expect(labelLine("dashboard", '{"level":"info"}', json)).toBe('{"level":"info"}');
    expect(labelLine("dashboard", "▲ Next.js", json)).toBe("dashboard │ ▲ Next.js");
  });

  it.each([
    [true, '{"level":"info"}'],
    [true, "14:03:22 WARN: set TRUST_PROXY"],
    [true, "14:03:22 \u001b[31mERROR\u001b[39m: lost"],
    [false, "14:03:22 INFO: Dashboard ready"],
    [false, "▲ Next.js 16.4.3"],
  ])("is shown after startup (%s): %s", (isShown, line) => {
    expect(isRelevantAfterStart(line)).toBe(isShown);
  });
});
