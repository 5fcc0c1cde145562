import { verifyChain } from "@/lib/audit/verify";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/numbers";
import { runTask, TaskRefused } from "./run-task";

await runTask(async () => {
  const state = await verifyChain(await pool());
  if (!state.isUnbroken) throw new TaskRefused(`The audit chain is broken. ${state.why}`);
  // Every dashboard in use has rows: an empty log is the wrong database, or one that was emptied.
  if (state.rows === 0) throw new TaskRefused("The audit log is empty: there is nothing to verify.");
  console.log(`The audit chain is unbroken: ${countOf(state.rows, "row")}.`);
});
