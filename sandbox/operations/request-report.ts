import { randomUUID } from "node:crypto";
import { FileType, fileQuery } from "@/lib/contract/report";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { parse } from "@/sandbox/http/http-error";
import { assignDisagreement } from "@/sandbox/reports/assign-disagreement";
import type { FileRequest } from "@/sandbox/store/records";
import { newDelivery } from "@/sandbox/webhooks/deliveries";
import type { World } from "@/sandbox/worlds/world";

/** The link follows by webhook; it starts with `origin`. */
export function requestReport(
  world: World,
  report: { type: unknown; query: unknown; origin: string },
): FileRequest {
  const now = world.clock.now();
  const fileType = parse(FileType, report.type, "fileType");
  const { date } = parse(fileQuery(fileType, toIsoDate(now)), report.query, "query");
  assignDisagreement(world, { fileType, date });
  const request = { id: randomUUID(), fileType, date, origin: report.origin, requestedAt: now };
  const dueAt = new Date(Date.now() + world.config.reportDelayMs);
  world.write({
    fileRequests: [request],
    deliveries: [newDelivery({ referenceId: request.id, nextAttemptAt: dueAt })],
  });
  world.deliveries.wake();
  world.recorder.add({ report: { type: fileType, date: world.recorder.dateOf(date) } });
  return request;
}
