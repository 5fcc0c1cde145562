import "server-only";
import { z } from "zod";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import type { ApprovalDetail } from "@/lib/domain/approvals/approval-request";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { can } from "@/lib/domain/people/permissions";
import { type Period, PeriodInput, toPeriod } from "@/lib/domain/reconciliation/period";
import type { SignOff, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { success } from "@/lib/domain/result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { fingerprintOf, readEvidence } from "@/lib/reconciliation/sign-offs/evidence";
import {
  findObstacle,
  findReopenObstacle,
  listSignableDays,
} from "@/lib/reconciliation/sign-offs/find-obstacle";
import { listSignOffs } from "@/lib/reconciliation/sign-offs/read-sign-offs";
import { findSignOffNeed, findWaitingSignOff } from "./approvals";
import { defineQuery } from "./define-query";

export type PeriodSignOff = {
  /** The one that stands, also if it is stale. */
  current: SignOff | null;
  /** Those that were reopened, the newest first. */
  earlier: SignOff[];
  /** What would be signed off now. */
  evidence: SignOffEvidence;
  /** Identifies the evidence; sent back with the sign-off. */
  seen: string;
  /** Why it can't be signed off or reopened now. */
  obstacle: string | null;
  reopenObstacle: string | null;
  /** Of a month: the days that can be signed off together. */
  signableDays: IsoDate[];
  /** Set while a second person must approve it. */
  need: ApprovalNeed | null;
  waiting: ApprovalDetail | null;
  canSign: boolean;
  canDownload: boolean;
};

/** Who signed off a day or a month, over what, and what a person may do about it. */
export const getSignOff = defineQuery({
  name: "a sign-off",
  permission: "reconciliation.read",
  input: z.object({ period: PeriodInput }),
  async run({ input, actor, requestId }) {
    const period = toPeriod(input.period);
    const db = await pool();
    const signOffs = await listSignOffs(db, period);
    const evidence = await readEvidence(db, period);
    return success<PeriodSignOff>({
      current: signOffs.find(({ reopened }) => reopened === null) ?? null,
      earlier: signOffs.filter(({ reopened }) => reopened !== null),
      evidence,
      seen: fingerprintOf(evidence),
      obstacle: await findObstacle(db, period, evidence),
      reopenObstacle: await findReopenObstacle(db, period),
      signableDays: await readSignableDays(period, evidence, actor),
      need: await findSignOffNeed(period.kind, actor),
      waiting: await findWaitingSignOff(input.period, actor, requestId),
      canSign: can(actor.role, "reconciliation.sign-off"),
      canDownload: can(actor.role, "reports.download"),
    });
  },
});

/** None if each day needs a second person. */
async function readSignableDays(period: Period, evidence: SignOffEvidence, actor: Actor): Promise<IsoDate[]> {
  if (period.kind === "day" || (await findSignOffNeed("day", actor))) return [];
  return listSignableDays(await pool(), period, evidence);
}
