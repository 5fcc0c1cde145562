import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import type pg from "pg";
import { findRewrite, formatHead, parseHead } from "@/lib/audit/head";
import { readEnds, verifyChain } from "@/lib/audit/verify";
import { type ConsistentExport, verifyExport } from "@/lib/audit/verify-export";
import { pool } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { resolvePath, runTask, TaskError } from "./run-task";

const { values } = parseArgs({
  options: { file: { type: "string" }, compare: { type: "boolean" }, against: { type: "string" } },
  strict: false,
});
const { file, compare, against } = values;
if (against !== undefined) await runTask(() => verifyAgainst(against));
else if (file === undefined && !compare) await runTask(verifyLog);
else if (typeof file !== "string" || file === "")
  printError("Specify the exported file: --file audit-log.csv");
else if (compare) await runTask(() => compareFile(file));
else await verifyFile(file).catch(printError);

/** Detects a chain that was rewritten from its start with new hashes, which is intact by itself. */
async function verifyAgainst(text: string | boolean): Promise<void> {
  const noted = typeof text === "string" ? parseHead(text) : null;
  if (!noted)
    throw new TaskError(
      "Specify a head that was noted earlier, the number of its entry and its hash: --against 1234:9f86d0…",
    );
  await verifyLog();
  const why = await findRewrite(await pool(), noted);
  if (why) throw new TaskError(`The audit chain was rewritten after this head was noted. ${why}`);
  console.log(`The noted head, entry ${formatCount(noted.seq)}, is part of this chain.`);
}

async function verifyLog(): Promise<void> {
  const state = await verifyChain(await pool());
  if (!state.isUnbroken) throw new TaskError(`The audit chain is broken. ${state.why}`);
  // Every dashboard in use has rows, so an empty log means the wrong database or a deleted log.
  if (state.rows === 0) throw new TaskError("The audit log is empty: there is nothing to verify.");
  console.log(`The audit chain is intact: ${countOf(state.rows, "row")}.`);
  console.log(`Newest      entry ${formatCount(state.rows)}, hash ${state.newestHash}`);
  console.log(`Head        ${formatHead({ seq: state.rows, hash: state.newestHash })}`);
  if (against === undefined && file === undefined)
    console.log(
      "Note the head in another place. Later, --against <head> shows whether the chain was rewritten since.",
    );
}

/** Checks a file without the database, so that its recipient can run this. */
async function verifyFile(name: string): Promise<void> {
  const { newest, omitted } = await readExport(name);
  const entry = formatCount(newest.seq);
  console.log(
    omitted > 0
      ? "The newest hash does not cover the rows below a gap, and the file alone can't show which rows were left out or removed from either end."
      : "The file alone can't show whether rows were removed from either end.",
  );
  console.log(
    `Anyone can compute these hashes. To prove that the file comes from this log, compare the newest hash with entry ${entry} on the audit log page, or run with --compare where the database is available to check every row.`,
  );
}

/** Checks the file and the log, and that every row of the file is in the log. */
async function compareFile(name: string): Promise<void> {
  await verifyLog();
  const db = await pool();
  const { newest, oldest } = await readExport(name, db);
  const { head } = await readEnds(db);
  console.log(
    `Every row is in the audit log, which has ${countOf(head.seq - newest.seq, "newer row")} and ${countOf(oldest.seq - 1, "older row")}.`,
  );
}

async function readExport(name: string, log?: pg.Pool): Promise<ConsistentExport> {
  const state = await verifyExport(createReadStream(resolvePath(name), "utf8"), log);
  if (!state.isConsistent) throw new TaskError(`The export was changed. ${state.why}`);
  const { rows, newest, oldest, omitted } = state;
  const [first, last] = [formatCount(oldest.seq), formatCount(newest.seq)];
  console.log(`The export is consistent: ${countOf(rows, "row")}, entries ${first} to ${last}.`);
  console.log(
    omitted > 0
      ? `It leaves out ${countOf(omitted, "row")} in between, as a filtered export does.`
      : "No row is missing in between.",
  );
  console.log(`Newest      entry ${last}, hash ${newest.hash}`);
  console.log(`Oldest      entry ${first}, hash ${oldest.hash}`);
  return state;
}

function printError(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
