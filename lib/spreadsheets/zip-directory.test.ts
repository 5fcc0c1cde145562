import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { ZipArchive } from "./zip-archive";
import { readZipDirectory } from "./zip-directory";

/** Rewrites a ZIP file with one entry as those do that expect more than 4 GB. */
function toZip64(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes);
  const end = file.length - 22;
  const begin = file.readUInt32LE(end + 16);
  const entry = Buffer.from(file.subarray(begin, end));
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, at] of [24, 20, 42].entries()) {
    extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(at)), 4 + index * 8);
    entry.writeUInt32LE(0xffff_ffff, at);
  }
  entry.writeUInt16LE(extra.length, 30);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x0606_4b50, 0);
  end64.writeBigUInt64LE(1n, 32);
  end64.writeBigUInt64LE(BigInt(begin), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(begin + entry.length + extra.length), 8);
  const newEnd = Buffer.from(file.subarray(end));
  newEnd.writeUInt32LE(0xffff_ffff, 16);
  return Buffer.concat([file.subarray(0, begin), entry, extra, end64, locator, newEnd]);
}

function textOf(bytes: Uint8Array, path: string): string {
  let text = "";
  new ZipArchive(bytes).read(path, (chunk) => {
    text += Buffer.from(chunk).toString();
  });
  return text;
}

it("finds what other programs write: large fields, a comment, and stored parts", () => {
  const plain = zipSync({ "Xl/a.xml": strToU8("hello hello hello") });
  expect(textOf(plain, "xl/A.xml")).toBe("hello hello hello");
  expect(textOf(toZip64(plain), "xl/a.xml")).toBe("hello hello hello");
  const commented = Buffer.concat([plain, Buffer.from("a comment")]);
  commented.writeUInt16LE(9, plain.length - 2);
  expect(textOf(commented, "xl/a.xml")).toBe("hello hello hello");
  expect(textOf(zipSync({ a: strToU8("stored") }, { level: 0 }), "a")).toBe("stored");
});

it("refuses an encrypted part and an unknown compression", () => {
  const change = (at: number, value: number) => {
    const bytes = Buffer.from(zipSync({ a: strToU8("x") }));
    bytes.writeUInt16LE(value, bytes.readUInt32LE(bytes.length - 6) + at);
    return bytes;
  };
  expect(() => textOf(change(8, 1), "a")).toThrow("The workbook is protected by a password.");
  expect(() => textOf(change(10, 12), "a")).toThrow("The workbook is damaged.");
});

it.each([Buffer.alloc(0), Buffer.alloc(21), Buffer.alloc(100_000)])(
  "refuses bytes without a directory (%#)",
  (bytes) => {
    expect(() => readZipDirectory(bytes)).toThrow("The workbook is damaged.");
  },
);
