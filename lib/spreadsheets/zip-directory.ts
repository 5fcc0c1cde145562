import { damaged } from "./table-problem";

export type ZipEntry = {
  isEncrypted: boolean;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** Of its local header. */
  offset: number;
};

/** A workbook has dozens; one with many pictures has thousands. */
const MAX_ENTRIES = 20_000;

const END = 0x0605_4b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ZIP64_LOCATOR = 0x0706_4b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END = 0x0606_4b50;
const ZIP64_END_BYTES = 56;
const ENTRY = 0x0201_4b50;
const ENTRY_BYTES = 46;
const ZIP64_EXTRA = 1;
const IN_ZIP64 = 0xffff_ffff;

/** The entries by path, in lowercase. */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, begin } = findDirectory(view);
  if (count > MAX_ENTRIES) throw damaged();
  const decoder = new TextDecoder();
  const entries = new Map<string, ZipEntry>();
  let at = begin;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > view.byteLength) throw damaged();
    const name = decoder.decode(bytes.subarray(at + ENTRY_BYTES, nameEnd)).toLowerCase();
    entries.set(name, readEntry(view, at, { begin: nameEnd, end: extraEnd }));
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

function findDirectory(view: DataView): { count: number; begin: number } {
  const last = view.byteLength - END_BYTES;
  const first = Math.max(0, last - MAX_COMMENT_BYTES);
  for (let at = last; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const begin = view.getUint32(at + 16, true);
    if (begin === IN_ZIP64) return findZip64Directory(view, at - ZIP64_LOCATOR_BYTES);
    return { count: view.getUint16(at + 10, true), begin };
  }
  throw damaged();
}

function findZip64Directory(view: DataView, locator: number): { count: number; begin: number } {
  if (locator < 0 || view.getUint32(locator, true) !== ZIP64_LOCATOR) throw damaged();
  const end = readLong(view, locator + 8);
  if (end + ZIP64_END_BYTES > view.byteLength || view.getUint32(end, true) !== ZIP64_END) throw damaged();
  return { count: readLong(view, end + 32), begin: readLong(view, end + 48) };
}

function readEntry(view: DataView, at: number, extra: { begin: number; end: number }): ZipEntry {
  const longs = zip64Fields(view, extra);
  // The extra field has only those that don't fit, in this order.
  const size = fieldOf(view.getUint32(at + 24, true), longs);
  const compressedSize = fieldOf(view.getUint32(at + 20, true), longs);
  const offset = fieldOf(view.getUint32(at + 42, true), longs);
  return {
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    compressedSize,
    size,
    offset,
  };
}

function fieldOf(field: number, longs: Iterator<number>): number {
  return field === IN_ZIP64 ? (longs.next().value ?? field) : field;
}

function* zip64Fields(view: DataView, { begin, end }: { begin: number; end: number }): Generator<number> {
  for (let at = begin; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_EXTRA) continue;
    const until = Math.min(at + 4 + view.getUint16(at + 2, true), end);
    for (let field = at + 4; field + 8 <= until; field += 8) yield readLong(view, field);
    return;
  }
}

/** A number that is too large for JavaScript is beyond the file anyway. */
function readLong(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
