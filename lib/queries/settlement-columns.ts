import "server-only";
import { z } from "zod";
import {
  AS_EACH_FILE_SHOWS,
  type FileGroup,
  hasColumns,
  recognizeNames,
} from "@/lib/domain/reconciliation/settlement-columns";
import { SETTLEMENT_TYPES } from "@/lib/domain/reconciliation/settlement-type";
import { success } from "@/lib/domain/result";
import { Day } from "@/lib/domain/time/day";
import {
  listMappings,
  listSettlementFiles,
  type SettlementFile,
} from "@/lib/reconciliation/settlement-mappings";
import { SealedFileError } from "@/lib/reports/chunk-content";
import { readRows } from "@/lib/reports/read-file";
import { recordReportRead } from "@/lib/reports/record-report-read";
import { defineQuery } from "./define-query";

const PREVIEW_ROWS = 8;
/** That a person can choose from. */
const MAX_FILES = 100;

/** The file of the date, else the newest that raises a question, else the newest, with its first rows. */
export const getSettlementColumns = defineQuery({
  name: "the settlement columns",
  permission: "reconciliation.read",
  input: z.object({ type: z.enum(SETTLEMENT_TYPES), date: Day.nullable().default(null) }),
  async run({ input: { type, date }, actor, address }) {
    const [versions, files] = await Promise.all([listMappings(type), listSettlementFiles(type)]);
    const file =
      files.find((known) => known.date === date) ??
      files.find(({ question }) => question !== null) ??
      files[0] ??
      null;
    const rows = file && (await readFirstRows(file));
    if (file && rows)
      await recordReportRead({ reportId: file.reportId, type, date: file.date }, actor, address);
    const current = versions[0]?.mapping ?? null;
    return success({
      versions,
      file: file && { ...file, rows: rows ?? [] },
      hasMapping: current !== null,
      draft:
        file &&
        (current && hasColumns(file.columns, current)
          ? current
          : { columns: recognizeNames(file.columns), formats: AS_EACH_FILE_SHOWS }),
      files: files
        .filter((known, index) => index < MAX_FILES || known === file)
        .map((known) => ({ date: known.date, isUnclear: known.state === "unclear" })),
      groups: groupByColumns(files),
    });
  },
});

/** Null if this server can't decrypt the file. The question says so. */
async function readFirstRows({ fileId }: SettlementFile): Promise<string[][] | null> {
  try {
    const page = { offset: 0, limit: PREVIEW_ROWS, search: "", timeZone: "UTC", sort: null };
    return (await readRows(fileId, page)).rows;
  } catch (error) {
    if (error instanceof SealedFileError) return null;
    throw error;
  }
}

function groupByColumns(files: readonly SettlementFile[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const { columns, readWith, date } of files) {
    const formats = readWith?.formats ?? AS_EACH_FILE_SHOWS;
    const key = JSON.stringify([columns, formats.decimal, formats.dates]);
    const group = groups.get(key) ?? { columns, formats, dates: [] };
    group.dates.push(date);
    groups.set(key, group);
  }
  return [...groups.values()];
}
