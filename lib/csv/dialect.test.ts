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
  ])("of %j has the delimiter %j and ends its rows with %j", (text, delimiter, rowEnd) => {
    expect(detectDialect(Buffer.from(text))).toEqual({ delimiter, rowEnd });
  });
});
