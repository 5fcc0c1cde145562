import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRows } from "./parse-rows";
import { RowSplitter } from "./split-rows";

function cutInto(text: string, chunkBytes: number, pieceBytes: number) {
  const cutter = new RowSplitter(pieceBytes);
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    chunks.push(...cutter.push(bytes.subarray(at, at + chunkBytes)));
  const last = cutter.finish();
  return { chunks: [...chunks, last.chunk].map(String), ...last };
}

describe("a file cut into chunks", () => {
  it("is the same file, and each chunk is whole rows, whatever the cells hold and however it comes", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", ";", "é", " "), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (rows, chunkBytes, pieceBytes) => {
          const text = stringify(rows, { quoted: true });
          const { chunks, isInQuotes } = cutInto(text, chunkBytes, pieceBytes);
          expect(chunks.join("")).toBe(text);
          expect(isInQuotes).toBe(false);
          expect(chunks.flatMap((chunk) => parseRows(chunk, ","))).toEqual(rows);
        },
      ),
    );
  });

  it("tells a file that ends inside a cell or a row from one that ends", () => {
    expect(cutInto('a,b\n1,"2', 3, 100)).toMatchObject({ isInQuotes: true, endsRow: false });
    expect(cutInto("a,b\n1,2", 3, 100)).toMatchObject({ isInQuotes: false, endsRow: false });
    expect(cutInto("a,b\n1,2\n", 3, 100)).toMatchObject({ isInQuotes: false, endsRow: true });
  });

  it("takes a quote inside a bare cell for what it is", () => {
    expect(cutInto('a,b\n5" pipe,2\n3,4\n', 4, 6).chunks.filter(Boolean)).toEqual([
      'a,b\n5" pipe,2\n',
      "3,4\n",
    ]);
  });

  it("gives up on a row that has no end", () => {
    const cutter = new RowSplitter(10);
    expect(() => {
      for (let part = 0; part < 20; part += 1) cutter.push(Buffer.alloc(100_000, "x"));
    }).toThrow(RangeError);
  });
});
