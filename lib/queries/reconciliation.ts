import "server-only";
import { z } from "zod";
import { pool } from "@/lib/db/database";
import { bridgeOf } from "@/lib/domain/reconciliation/bridge";
import { parsePeriod } from "@/lib/domain/reconciliation/period";
import { failure, success } from "@/lib/domain/result";
import { checkMonth } from "@/lib/reconciliation/check-month";
import { listNotDue } from "@/lib/reconciliation/not-due";
import { readBridgeDays, readDays, readMonths, readUnclearFiles } from "@/lib/reconciliation/read-period";
import { defineQuery } from "./define-query";

export const getReconciliation = defineQuery({
  name: "the reconciliation",
  permission: "reconciliation.read",
  input: z.object({}),
  async run() {
    const [months, unclearFiles] = await Promise.all([readMonths(), readUnclearFiles()]);
    return success({ months, unclearFiles });
  },
});

export const getReconciledPeriod = defineQuery({
  name: "the reconciliation of a period",
  permission: "reconciliation.read",
  input: z.object({ period: z.string().max(10) }),
  async run({ input, requestId }) {
    const period = parsePeriod(input.period);
    if (!period)
      return failure({
        code: "not-found",
        message: "There is no such day or month.",
        requestId,
        retry: "never",
      });
    const { kind, from, to } = period;
    const [days, bridgeDays, monthChecks] = await Promise.all([
      readDays(from, to),
      readBridgeDays(await pool(), period),
      kind === "month" ? checkMonth(await pool(), period) : [],
    ]);
    const isWaiting = days.some(({ result }) => result && result.waiting > 0);
    const notDue = isWaiting ? await listNotDue(await pool(), period) : [];
    return success({ period, days, bridges: bridgeOf(bridgeDays, period), monthChecks, notDue });
  },
});
