import { describe, expect, it } from "vitest";
import { detectDialect } from "./dialect";

describe("the dialect of a file", () => {
  it.each([
    ["a,b\n1;2;3,4", ",", "\n"],
    ["a;b;c,d\r\n", ";", "\n"],
    ["a\tb\r1\t2\r", "\t", "\r"],
    ['"x;y;z",b\n', ",", "\n"],
    ['"x\ry",b\n', ",", "\n"],
    ["", ",", "\n"],
  ])("is detected in %j: delimiter %j, row end %j", (text, delimiter, rowEnd) => {
    expect(detectDialect(Buffer.from(text))).toEqual({ delimiter, rowEnd });
  });
});
