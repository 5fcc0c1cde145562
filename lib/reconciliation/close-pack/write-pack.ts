import "server-only";
import { createHash } from "node:crypto";
import { periodText } from "@/lib/domain/reconciliation/period";
import { reportFileName } from "@/lib/domain/reports/report";
import { fingerprintOf } from "@/lib/reconciliation/sign-offs/evidence";
import type { ListedSignOff } from "@/lib/reconciliation/sign-offs/read-sign-offs";
import { readChunks } from "@/lib/reports/read-file";
import { ZipStream } from "@/lib/xlsx/zip-stream";
import type { ClosePack } from "./read-pack";
import type { PackedFile } from "./read-pack-data";

type Written = { name: string; bytes: number; sha256: string };

/**
 * Streams the ZIP with one chunk in memory at a time. The same data gives the same bytes: the entries are in the order
 * of their names, without times of their own.
 */
export async function* writePack(pack: ClosePack): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const month = periodText(pack.period);
  const workbook = yield* writeEntry(zip, `close-${month}.xlsx`, pack.workbook);
  const files: (Written & PackedFile)[] = [];
  for (const file of pack.files) {
    const name = `files/${reportFileName(file.type, file.date, "csv")}`;
    files.push({ ...file, ...(yield* writeEntry(zip, name, readChunks(file.fileId))) });
  }
  zip.add("manifest.json", `${JSON.stringify(toManifest(pack, { workbook, files }), null, 2)}\n`);
  zip.end();
  yield* zip.take();
}

async function* writeEntry(
  zip: ZipStream,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  zip.begin(name);
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += zip.write(chunk);
    yield* zip.take();
  }
  return { name, bytes, sha256: hash.digest("hex") };
}

type Contents = { workbook: Written; files: readonly (Written & PackedFile)[] };

function toManifest(pack: ClosePack, { workbook, files }: Contents) {
  const { days, rows, matched, exceptionsLeft } = pack.evidence;
  return {
    month: periodText(pack.period),
    counts: {
      days,
      rows,
      matched,
      exceptions: pack.exceptions,
      exceptionsLeft: exceptionsLeft.length,
      files: files.length,
    },
    workbook,
    files: files.map(
      ({ name, bytes, sha256, originalSha256, maskedValues, type, date, receivedAt, rows }) => ({
        name,
        bytes,
        sha256,
        /** Of the file as the issuer sent it. */
        originalSha256,
        maskedValues,
        type,
        date,
        receivedAt: receivedAt.toISOString(),
        rows,
      }),
    ),
    signOffs: pack.signOffs.map((signOff) => describeSignOff(signOff, pack)),
    auditEntries: pack.entries.map(({ number, at, action, target, hash }) => ({
      number,
      at: at.toISOString(),
      action,
      target,
      hash,
    })),
  };
}

function describeSignOff(signOff: ListedSignOff, { entries }: ClosePack) {
  const { id, period, date, person, secondPerson, signedAt, evidence, stale, reopened } = signOff;
  const target = periodText({ kind: period, from: date });
  return {
    id,
    period: target,
    person,
    secondPerson,
    signedAt,
    evidenceSha256: fingerprintOf(evidence),
    files: evidence.files,
    rows: evidence.rows,
    matched: evidence.matched,
    exceptionsLeft: evidence.exceptionsLeft,
    stale,
    reopened,
    auditEntries: entries.filter((entry) => entry.target === target).map(({ number }) => number),
  };
}
