import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { findLibreOffice } from "@/scripts/libreoffice.mjs";

/** Commas, double quotes, UTF-8, from the first line; only text in quotes; numbers with all their digits. */
const CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false";

export type OpenedCell = { text: string; isText: boolean };

/** Lets LibreOffice open a workbook, and returns the first sheet as it understood it. */
export async function openInLibreOffice(file: Uint8Array): Promise<OpenedCell[][]> {
  const program = findLibreOffice();
  if (!program) throw new Error("LibreOffice is missing: npm test -- office installs it.");
  const folder = await mkdtemp(join(tmpdir(), "cardwell-office-"));
  try {
    await writeFile(join(folder, "file.xlsx"), file);
    await promisify(execFile)(
      program,
      [
        // Its own profile, because a second LibreOffice with the same one would not start.
        `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`,
        "--headless",
        "--convert-to",
        CSV_FILTER,
        "--outdir",
        folder,
        join(folder, "file.xlsx"),
      ],
      { timeout: 100_000 },
    );
    return parse(await readFile(join(folder, "file.csv")), {
      relax_column_count: true,
      cast: (text, { quoting }) => ({ text, isText: quoting }),
    }) as unknown as OpenedCell[][];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
