import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { verifyChain } from "@/lib/audit/verify";
import { verifyExport } from "@/lib/audit/verify-export";
import { pool } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/domain/numbers";
import { runTask, TaskRefused } from "./run-task";

const { values } = parseArgs({ options: { file: { type: "string" } }, strict: false });
if (typeof values.file === "string") await verifyFile(values.file);
else await runTask(verifyLog);

async function verifyLog(): Promise<void> {
  const state = await verifyChain(await pool());
  if (!state.isUnbroken) throw new TaskRefused(`The audit chain is broken. ${state.why}`);
  // Every dashboard in use has rows: an empty log is the wrong database, or one that was emptied.
  if (state.rows === 0) throw new TaskRefused("The audit log is empty: there is nothing to verify.");
  console.log(`The audit chain is unbroken: ${countOf(state.rows, "row")}.`);
}

/** An exported file proves itself: whoever received it needs neither the database nor its settings. */
async function verifyFile(name: string): Promise<void> {
  try {
    // npm runs tasks in the checkout; INIT_CWD is where the person is.
    const path = resolve(process.env.INIT_CWD ?? ".", name);
    const state = await verifyExport(createReadStream(path, "utf8"));
    if (!state.isUnbroken) throw new TaskRefused(`The export was changed. ${state.why}`);
    const { rows, first, last, left } = state;
    console.log(
      `The export is unbroken: ${countOf(rows, "row")}, entries ${formatCount(first)} to ${formatCount(last)}.`,
    );
    if (left > 0) console.log(`It leaves out ${countOf(left, "row")} in between, as a filtered export does.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
