import { DISAGREEMENT_KINDS, type DisagreementKind } from "@/lib/domain/settings/disagreements";
import type { Sandbox } from "@/sandbox/sandbox";
import { bindDisagreement, hasOpenDisagreement } from "@/sandbox/store/disagreements";
import { getProgram } from "./get-program";
import type { ReportProgram } from "./report";
import { isRowKind } from "./row-disagreements";
import { openReport, type ReportFile } from "./write-report";

const KINDS = Object.keys(DISAGREEMENT_KINDS) as DisagreementKind[];

/** Gives a requested file the oldest disagreement that waits for one. In a file without rows, no row can disagree. */
export async function assignDisagreement(file: ReportFile, sandbox: Sandbox): Promise<void> {
  const { fileType: type, date: day } = file;
  if (!(await hasOpenDisagreement(sandbox.db.pool, type))) return;
  const program = await getProgram(sandbox);
  const kinds = (await hasRows(file, program)) ? KINDS : KINDS.filter((kind) => !isRowKind(kind));
  await bindDisagreement(program.db, { type, day, kinds });
}

async function hasRows(file: ReportFile, program: ReportProgram): Promise<boolean> {
  for await (const rows of openReport(file, program).batches) if (rows.length > 0) return true;
  return false;
}
