import type pg from "pg";

export type Cell = string | number;

/** A report's columns, and its rows slice by slice in the order of time. */
export type Report = { columns: readonly string[]; slices: AsyncIterable<Cell[][]> };

export type ReportSource = { db: pg.Pool; currency: string; funding: number; from: Date; until: Date };
