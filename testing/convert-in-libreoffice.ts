import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { findLibreOffice } from "@/scripts/libreoffice.mjs";

/** Lets LibreOffice open a workbook and save it as `format`: an extension, and optionally its filter. */
export async function convertInLibreOffice(file: Uint8Array, format: string): Promise<Buffer> {
  const program = findLibreOffice();
  if (!program) throw new Error("LibreOffice is missing: npm test -- office installs it.");
  const folder = await mkdtemp(join(tmpdir(), "cardwell-office-"));
  try {
    await writeFile(join(folder, "opened.xlsx"), file);
    await promisify(execFile)(
      program,
      [
        // Its own profile, because a second LibreOffice with the same one would not start.
        `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`,
        "--headless",
        "--convert-to",
        format,
        "--outdir",
        join(folder, "saved"),
        join(folder, "opened.xlsx"),
      ],
      { timeout: 100_000 },
    );
    const [extension = ""] = format.split(":");
    return await readFile(join(folder, "saved", `opened.${extension}`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
