import type { World } from "@/sandbox/worlds/world";
import { isFileKind } from "./file-disagreements";
import { isRowKind } from "./row-disagreements";
import { openReport, type ReportFile } from "./write-report";

/** Gives a requested file the oldest disagreement that waits for one. In a file without rows, no row can disagree. */
export function assignDisagreement(world: World, file: ReportFile): void {
  const open = [...world.state.disagreements].filter(
    ({ type, day }) => type === file.fileType && day === null,
  );
  if (open.length === 0) return;
  const fits = hasRows(world, file) ? open : open.filter(({ kind }) => !isRowKind(kind) && !isFileKind(kind));
  if (fits[0]) world.write({ disagreements: [{ ...fits[0], day: file.date }] });
}

function hasRows(world: World, file: ReportFile): boolean {
  for (const _ of openReport(file, world.reportProgram()).rows) return true;
  return false;
}
