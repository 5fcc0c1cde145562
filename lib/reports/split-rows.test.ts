import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRows } from "./parse-rows";
import { RowSplitter } from "./split-rows";

function splitInto(text: string, receivedBytes: number, chunkBytes: number) {
  const splitter = new RowSplitter(chunkBytes);
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += receivedBytes)
    chunks.push(...splitter.push(bytes.subarray(at, at + receivedBytes)));
  const last = splitter.finish();
  return { chunks: [...chunks, last.chunk].map(String), ...last };
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
          expect(chunks.flatMap((chunk) => parseRows(chunk, ","))).toEqual(rows);
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
    expect(splitInto('a,b\n5" pipe,2\n3,4\n', 4, 6).chunks.filter(Boolean)).toEqual([
      'a,b\n5" pipe,2\n',
      "3,4\n",
    ]);
  });

  it("fails on a row without an end", () => {
    const splitter = new RowSplitter(10);
    expect(() => {
      for (let part = 0; part < 20; part += 1) splitter.push(Buffer.alloc(100_000, "x"));
    }).toThrow(RangeError);
  });
});
