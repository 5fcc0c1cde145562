import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { workbookParts, zipWorkbook } from "@/testing/zip-workbook";
import { Crc32 } from "./crc32";
import { findSizeProblem } from "./limits";
import { readTable } from "./read-table";
import { XmlReader } from "./xml-reader";
import { ZipArchive } from "./zip-archive";

const read = (bytes: Uint8Array) => readTable({ name: "file.xlsx", bytes });
const DAMAGED = {
  problem: "The workbook is damaged. Open it in a spreadsheet app and save it as XLSX or CSV.",
};
const TOO_LARGE = {
  problem: "The workbook is larger than 100 MB when unzipped. Save the sheet that you need as CSV.",
};

const ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>';
const SHEET_PATH = "xl/worksheets/sheet1.xml";
const workbook = (data = ROW, parts: Record<string, string | Uint8Array> = {}) =>
  zipWorkbook({ sheets: [{ name: "Employees", data }], parts });

type Claim = { size?: number; compressedSize?: number; crc?: number; offset?: number };

/** Writes a ZIP file whose directory claims what it likes. */
function zip(claims: Record<string, Claim>, parts: Record<string, string | Uint8Array>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(parts)) {
    const data = deflateRawSync(content);
    const claim = { ...claimOf(content, data), offset, ...claims[path] };
    const name = Buffer.from(path);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    files.push(local, name, data);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(claim.crc, 16);
    entry.writeUInt32LE(claim.compressedSize, 20);
    entry.writeUInt32LE(claim.size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(claim.offset, 42);
    directory.push(entry, name);
    offset += local.length + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, ...directory, end]));
}

/** What is true. */
function claimOf(
  content: string | Uint8Array,
  compressed: Uint8Array = deflateRawSync(content),
): Required<Omit<Claim, "offset">> {
  const bytes = Buffer.from(content);
  const crc = new Crc32();
  crc.add(bytes);
  return { size: bytes.length, compressedSize: compressed.length, crc: crc.value };
}

function parts(data: string, others: Record<string, string | Uint8Array> = {}) {
  return workbookParts({ sheets: [{ name: "Employees", data }], parts: others });
}

/** How many bytes of XML were looked at. */
function watchBytes() {
  let bytes = 0;
  const write = vi.spyOn(XmlReader.prototype, "write");
  return () => {
    for (const [chunk] of write.mock.calls) bytes += chunk.length;
    write.mockRestore();
    return bytes;
  };
}

describe("a zip bomb", () => {
  const bomb = parts(ROW, {
    [SHEET_PATH]: `<worksheet><sheetData>${" ".repeat(20_000_000)}</sheetData></worksheet>`,
  });
  const claiming = (size: number) => zip({ [SHEET_PATH]: { size } }, bomb);

  it("is refused before it is unzipped if it tells that it is too large", () => {
    const bytesRead = watchBytes();
    const bytes = claiming(100_000_001);
    expect(bytes.length).toBeLessThan(25_000);
    expect(read(bytes)).toEqual(TOO_LARGE);
    expect(bytesRead()).toBeLessThan(10_000);
  });

  it("is stopped where it exceeds the size that it claims", () => {
    const bytesRead = watchBytes();
    expect(read(claiming(50_000))).toEqual(DAMAGED);
    expect(bytesRead()).toBeLessThan(100_000);
  });

  it("is stopped by the total of all its parts", () => {
    const archive = new ZipArchive(zip({}, { a: "x".repeat(600), b: "x".repeat(600) }), 1_000);
    archive.read("a", () => undefined);
    expect(() => archive.read("b", () => undefined)).toThrow(TOO_LARGE.problem);
  });

  it("is never unzipped again inside itself", () => {
    const inner = workbook();
    expect(read(workbook(ROW, { [SHEET_PATH]: inner }))).toEqual(DAMAGED);
    expect(read(workbook(ROW, { "xl/r.zip": inner }))).toMatchObject({ header: ["Name"] });
  });

  it("can't have parts that share their bytes without counting each", () => {
    const claim = { ...claimOf("x".repeat(600)), offset: 0 };
    const archive = new ZipArchive(zip({ b: claim }, { a: "x".repeat(600), b: "" }), 1_000);
    archive.read("a", () => undefined);
    expect(() => archive.read("b", () => undefined)).toThrow(TOO_LARGE.problem);
  });
});

describe("a zip that lies", () => {
  it.each([
    { size: 10 },
    { size: 1_000_000 },
    { size: 0xffff_ffff },
    { compressedSize: 10 },
    { compressedSize: 0 },
    { compressedSize: 0xffff_fff0 },
    { offset: 3 },
    { offset: 0xffff_fff0 },
    { crc: 1 },
  ])("about %j is damaged", (claim) => {
    expect(read(zip({}, parts(ROW)))).toMatchObject({ header: ["Name"] });
    const problem = "size" in claim && claim.size === 0xffff_ffff ? TOO_LARGE : DAMAGED;
    expect(read(zip({ [SHEET_PATH]: claim }, parts(ROW)))).toEqual(problem);
  });
});

describe("a table without an end", () => {
  it("stops at the column limit", () => {
    const cells = '<c t="inlineStr"><is><t>x</t></is></c>'.repeat(1_000_000);
    const problem = {
      problem: expect.stringMatching(/^The table has more than 200 columns: cell GS1 has text/),
    };
    expect(read(zip({}, parts(`<row>${cells}</row>`)))).toEqual(problem);
    expect(read(Buffer.from("x,".repeat(1_000_000)))).toEqual(problem);
  });

  it("may have a million empty rows", () => {
    expect(read(zip({}, parts(ROW + "<row/>".repeat(1_000_000))))).toMatchObject({
      header: ["Name"],
      rows: [],
    });
    expect(read(Buffer.from(`Name\n${",\n".repeat(1_000_000)}Ann`))).toMatchObject({
      rows: [{ number: 1_000_002, cells: ["Ann"] }],
    });
    expect(read(Buffer.from(`Name\r\n${"\r".repeat(5_000_000)}\nAnn`))).toMatchObject({
      rows: [{ cells: ["Ann"] }],
    });
  });

  it("is refused by its size before it is read", () => {
    const problem = "The file is larger than 20 MB. Split it.";
    expect(read(new Uint8Array(200_000_000))).toEqual({ problem });
    expect(findSizeProblem(20_000_001)).toBe(problem);
    expect(findSizeProblem(20_000_000)).toBeNull();
  });
});

describe("hostile XML", () => {
  const entities = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>';
  const external = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  const sheet = (content: string) =>
    `<worksheet><sheetData><row><c t="inlineStr"><is><t>${content}</t></is></c></row></sheetData></worksheet>`;

  it.each([
    ["entities", entities + sheet("&b;")],
    ["an external entity", external + sheet("&file;")],
    ["a document type", `<!DOCTYPE worksheet>${sheet("x")}`],
    ["an unknown entity", sheet("&b;")],
    ["a property of objects as entity", sheet("&constructor;")],
    ["a forbidden character", sheet("&#0;")],
    ["a raw control character", sheet("\u0001")],
    [
      "too many levels",
      sheet("x").replace("<sheetData>", `${"<a>".repeat(100)}${"</a>".repeat(100)}<sheetData>`),
    ],
    ["levels without an end", "<a>".repeat(1_000_000)],
    [
      "too many attributes",
      sheet("x").replace(
        "<sheetData>",
        `<a ${Array.from({ length: 300 }, (_, index) => `a${index}=""`).join(" ")}/><sheetData>`,
      ),
    ],
    ["no root", ""],
    ["no XML", "Name,City"],
    ["an open tag", "<worksheet>"],
    ["invalid UTF-8", new Uint8Array([0x3c, 0x61, 0xff, 0x3e])],
  ])("with %s is damaged", (_, content) => {
    expect(read(workbook(ROW, { [SHEET_PATH]: sheet("x") }))).toMatchObject({ header: ["x"] });
    expect(read(workbook(ROW, { [SHEET_PATH]: content }))).toEqual(DAMAGED);
  });
});

describe("a part that costs time instead of bytes", () => {
  const STYLES_PATH = "xl/styles.xml";
  const RELATIONSHIPS_PATH = "xl/_rels/workbook.xml.rels";
  const styles = (content: string) =>
    zip({}, parts(ROW, { [STYLES_PATH]: `<styleSheet>${content}</styleSheet>` }));
  const relationships = (count: number) => {
    const own = String(parts(ROW)[RELATIONSHIPS_PATH]);
    const others = Array.from({ length: count }, (_, index) => `<Relationship Id="x${index}"/>`).join("");
    return zip({}, parts(ROW, { [RELATIONSHIPS_PATH]: own.replace("</", `${others}</`) }));
  };

  it("may have as many styles and relationships as a large workbook", () => {
    expect(read(styles(`<cellXfs>${"<xf/>".repeat(65_490)}</cellXfs>`))).toMatchObject({ header: ["Name"] });
    expect(read(relationships(5_000))).toMatchObject({ header: ["Name"] });
  });

  it("is stopped at the first style beyond the limit", () => {
    const bytes = styles(`<cellXfs>${"<xf/>".repeat(19_000_000)}</cellXfs>`);
    expect(bytes.length).toBeLessThan(200_000);
    const bytesRead = watchBytes();
    expect(read(bytes)).toEqual(DAMAGED);
    expect(bytesRead()).toBeLessThan(10_000_000);
  });

  it("is stopped at the first format or relationship beyond the limit", () => {
    const formats = Array.from({ length: 70_001 }, (_, id) => `<numFmt numFmtId="${id}"/>`).join("");
    expect(read(styles(formats))).toEqual(DAMAGED);
    expect(read(relationships(10_001))).toEqual(DAMAGED);
  });

  it("is stopped at too many elements, whatever they are", () => {
    expect(read(styles("<a/>".repeat(1_000_001)))).toEqual(TOO_LARGE);
  });

  it("is damaged if the parser can't keep it", () => {
    expect(read(styles(`&${"a".repeat(95_000_000)};`))).toEqual(DAMAGED);
    const error = new RangeError("Invalid string length");
    const write = vi.spyOn(XmlReader.prototype, "write").mockImplementation(() => {
      throw error;
    });
    expect(read(workbook())).toEqual(DAMAGED);
    write.mockRestore();
  });
});

describe("a broken file", () => {
  const whole = workbook(`${ROW}<row r="2"><c r="A2"><v>5</v></c></row>`);

  it("is damaged wherever it is cut", () => {
    for (let length = 4; length < whole.length; length += 1)
      expect(read(whole.subarray(0, length))).toEqual(DAMAGED);
  });

  it("never throws, whichever bytes change", () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = whole.slice();
        for (const [index, byte] of changes) bytes[index] = byte;
        expectAnswer(bytes);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never throws for any bytes", () => {
    const start = fc.constantFrom(
      [],
      [0x50, 0x4b, 0x03, 0x04],
      [0xff, 0xfe],
      [0xfe, 0xff],
      [0xef, 0xbb, 0xbf],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 500, size: "max" }), (start, rest) => {
        expectAnswer(new Uint8Array([...start, ...rest]));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never throws for any XML", () => {
    const piece = fc.constantFrom(
      "<row>",
      "</row>",
      '<row r="2">',
      "<c>",
      '<c t="s">',
      '<c t="b">',
      '<c r="B2" s="7">',
      "</c>",
      "<v>",
      "</v>",
      "<is>",
      "</is>",
      "<t>",
      "</t>",
      "<f/>",
      "</sheetData>",
      "<sheetData>",
      "1e5",
      "x",
      "&amp;",
      "]]>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isClosed) => {
        const data = pieces.join("");
        expectAnswer(workbook(isClosed ? `<row>${data}</row>` : data));
      }),
      { numRuns: 300 },
    );
  });
});

function expectAnswer(bytes: Uint8Array): void {
  const answer = read(bytes);
  expect("problem" in answer ? answer.problem : answer.description).toMatch(/./);
}
