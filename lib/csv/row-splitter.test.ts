import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OWN_DIALECT } from "./dialect";
import { parseRows } from "./read-csv";
import { RowSplitter } from "./row-splitter";

function splitInto(text: string, receivedBytes: number, chunkBytes: number) {
  const splitter = new RowSplitter(chunkBytes);
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += receivedBytes)
    chunks.push(...splitter.push(bytes.subarray(at, at + receivedBytes)));
  const last = splitter.finish();
  return { ...last, chunks: [...chunks, ...last.chunks].map(String) };
}

describe("a file split into chunks", () => {
  it("stays the same, and each chunk has whole rows, for any cells and any network chunks", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", ";", "é", " "), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (rows, receivedBytes, chunkBytes) => {
          const text = stringify(rows, { quoted: true });
          const { chunks, isInQuotes } = splitInto(text, receivedBytes, chunkBytes);
          expect(chunks.join("")).toBe(text);
          expect(isInQuotes).toBe(false);
          expect(chunks.flatMap((chunk) => parseRows(chunk, OWN_DIALECT))).toEqual(rows);
        },
      ),
    );
  });

  it("detects a file that ends inside a cell or a row", () => {
    expect(splitInto('a,b\n1,"2', 3, 100)).toMatchObject({ isInQuotes: true, endsRow: false });
    expect(splitInto("a,b\n1,2", 3, 100)).toMatchObject({ isInQuotes: false, endsRow: false });
    expect(splitInto("a,b\n1,2\n", 3, 100)).toMatchObject({ isInQuotes: false, endsRow: true });
  });

  it("treats a quote inside an unquoted cell as text", () => {
    expect(splitInto('a,b\n5" pipe,2\n3,4\n', 4, 6).chunks).toEqual(['a,b\n5" pipe,2\n', "3,4\n"]);
  });

  it("treats a quote after another delimiter as text", () => {
    const rows = ["a;b\n", '5,"pipe;2\n', "3;4\n"];
    expect(splitInto(rows.join(""), 4, 1).chunks).toEqual(rows);
  });

  it("ends its rows like the first one", () => {
    expect(splitInto("a,b\r1,2\r", 4, 1)).toMatchObject({ chunks: ["a,b\r", "1,2\r"], endsRow: true });
  });

  it("is the same for any network chunks if it is longer than what tells its dialect", () => {
    const rows = Array.from({ length: 2_000 }, (_, row) => `${row};"a\n${row}"\n`);
    for (const receivedBytes of [1, 1_000, 4_096, 100_000]) {
      const { chunks } = splitInto(rows.join(""), receivedBytes, 500);
      expect(chunks.join("")).toBe(rows.join(""));
      expect(chunks.every((chunk) => /^\d+;"a\n[\s\S]*"\n$/.test(chunk))).toBe(true);
      expect(chunks.length).toBeGreaterThan(40);
    }
  });

  it("fails on a row without an end", () => {
    const splitter = new RowSplitter(10);
    expect(() => {
      for (let part = 0; part < 20; part += 1) splitter.push(Buffer.alloc(100_000, "x"));
    }).toThrow(RangeError);
  });
});
