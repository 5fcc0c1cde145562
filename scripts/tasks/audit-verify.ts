import { verifyChain } from "@/lib/audit/verify";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/numbers";
import { runTask, TaskRefused } from "./run-task";

await runTask(async () => {
  const state = await verifyChain(await pool());
  if (!state.isUnbroken) throw new TaskRefused(`The audit chain is broken. ${state.why}`);
  console.log(`The audit chain is unbroken: ${countOf(state.rows, "row")}.`);
});
