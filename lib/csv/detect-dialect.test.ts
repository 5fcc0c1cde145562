import { describe, expect, it } from "vitest";
import { DIALECT_BYTES, detectDialect } from "./detect-dialect";

describe("the dialect of a file", () => {
  it.each([
    ["a,b\n1;2;3,4", ",", "\n"],
    ["a;b;c,d\r\n", ";", "\n"],
    ["a\tb\r1\t2\r", "\t", "\r"],
    ['"x;y;z",b\n', ",", "\n"],
    ['"x\ry",b\n', ",", "\n"],
    ["", ",", "\n"],
    ["a,b\r\r\n1,2\r\r\n", ",", "\n"],
    ['Size 5" or more,"Net; gross; tax; fee",cvv\n1,2,123\n', ",", "\n"],
    [`${"c".repeat(DIALECT_BYTES - 1)}\r\n1\r\n`, ",", "\n"],
    [`${"c".repeat(DIALECT_BYTES - 1)}\r1\r`, ",", "\r"],
  ])("is detected in %j: delimiter %j, row end %j", (text, delimiter, rowEnd) => {
    expect(detectDialect(Buffer.from(text))).toEqual({ delimiter, rowEnd });
  });
});
