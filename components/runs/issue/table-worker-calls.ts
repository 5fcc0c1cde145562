import type { CheckContext, RowCheck } from "@/lib/contract/issue-rows/check-rows";
import type { IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import type { DayOrders, IssueRow, ReadRows } from "@/lib/domain/issue-rows/read-rows";
import type { Table } from "@/lib/spreadsheets/table";

/** What the worker can be asked for: the input and the result of each call. */
export type TableWorkerCalls = {
  readFile: { input: { name: string; bytes: Uint8Array }; result: Table | { problem: string } };
  readPaste: { input: { text: string }; result: Table | { problem: string } };
  readRows: {
    input: { rows: Table["rows"]; mapping: readonly (IssueColumnKey | null)[]; answers: DayOrders };
    result: ReadRows;
  };
  checkRows: { input: { rows: readonly IssueRow[]; context: CheckContext }; result: RowCheck[] };
};

export type CallName = keyof TableWorkerCalls;

export type WorkerRequest = {
  [Name in CallName]: { id: number; name: Name; input: TableWorkerCalls[Name]["input"] };
}[CallName];

export type WorkerResponse = { id: number; done: number } | { id: number; result: unknown };
