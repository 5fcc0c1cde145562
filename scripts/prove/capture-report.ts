import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import type { Visitor } from "./visitor";

const TIMEOUT_MS = 120_000;

/** Requests a monthly report and waits for its file. Returns its ID. */
export async function captureReport(visitor: Visitor): Promise<string> {
  const id = randomUUID();
  const date = lastOfMonth(addMonths(toIsoDate(new Date()), -2));
  const result = await visitor.act("requestReport", id, { type: "monthly", date });
  if (!result.ok) throw new Error(result.error.message);
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(250)) {
    const response = await visitor.get(`/api/reports/${id}/file`);
    await response.arrayBuffer();
    if (response.status === 200) return id;
  }
  throw new Error("The report was not captured in time");
}
