import type { WorldState } from "@/sandbox/store/state";

export type Cell = string | number;

/** `rows` are in chronological order. */
export type Report = { columns: readonly string[]; rows: Iterable<Cell[]> };

export type ReportProgram = { state: WorldState; currency: string };

export type ReportSource = ReportProgram & { from: Date; until: Date };
