import { reportDate } from "@/lib/domain/reports/report-calendar";
import { type Disagreement, DisagreementRequest } from "@/lib/domain/settings/disagreements";
import { parse } from "@/sandbox/http/http-error";
import { writeReport } from "@/sandbox/reports/write-report";
import type { World } from "@/sandbox/worlds/world";

export function addDisagreement(world: World, body: unknown): Disagreement | null {
  const { kind, type, day, count } = parse(DisagreementRequest, body);
  const id = nextId(world);
  const date = day ? reportDate(type, day) : null;
  world.write({ disagreements: [{ id, kind, type, day: date, count, changes: [] }] });
  // Writes the file without sending it, to know what its disagreements change.
  if (date)
    world.saveDisagreementChanges(writeReport({ fileType: type, date }, world.reportProgram()).changes);
  const recorded = { kind, type, count, ...(day !== undefined && { day: world.recorder.dateOf(day) }) };
  world.recorder.add({ disagreement: recorded });
  return world.state.disagreements.get(id);
}

export function clearDisagreements(world: World): number {
  const cleared = world.state.disagreements.size;
  world.write({ cleared: "disagreements" });
  world.recorder.add({ clearDisagreements: true });
  return cleared;
}

function nextId({ state }: World): number {
  return Math.max(0, ...[...state.disagreements].map(({ id }) => id)) + 1;
}
