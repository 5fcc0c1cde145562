import "server-only";
import type pg from "pg";
import { can, type Role } from "@/lib/domain/people/permissions";
import { failure, type Result, success } from "@/lib/domain/result";
import { RUN_PERMISSIONS, type RunCounts } from "@/lib/domain/runs/run";
import type { StoredRun } from "./change-state";
import { countItems } from "./count-items";

type Starter = {
  id: string;
  /** Null if that is checked elsewhere. */
  role: Role | null;
  /** The number of cards that they saw. */
  count: number;
  requestId: string;
};

/** Only who planned a run can start it, once, and with the number of cards that they saw. */
export async function checkPlan(
  db: pg.Pool | pg.ClientBase,
  run: StoredRun | null,
  { id, role, count, requestId }: Starter,
): Promise<Result<RunCounts>> {
  const reject = (code: "not-found" | "conflict" | "forbidden", message: string) =>
    failure({ code, message, requestId, retry: "never" });
  if (run?.personId !== id) return reject("not-found", "No such run of yours.");
  if (role && !can(role, RUN_PERMISSIONS[run.kind]))
    return reject("forbidden", "Your role may no longer do this to many cards at once.");
  if (run.state !== "planned") return reject("conflict", "This run was started or canceled before.");
  const counts = await countItems(db, run.id);
  if (counts.waiting !== count)
    return reject("conflict", "The plan has another number of cards. Reload the page.");
  return success(counts);
}
