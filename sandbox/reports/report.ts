import type pg from "pg";

export type Cell = string | number;

/** `batches` yields the rows in chronological order. */
export type Report = { columns: readonly string[]; batches: AsyncIterable<Cell[][]> };

export type ReportProgram = { db: pg.Pool; currency: string; initialBalance: number; seed: number };

export type ReportSource = Omit<ReportProgram, "seed"> & { from: Date; until: Date };
