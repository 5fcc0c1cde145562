import { checkRow, type RowCheck } from "@/lib/contract/issue-rows/check-rows";
import { readRows } from "@/lib/domain/issue-rows/read-rows";
import { readPastedTable, readTable } from "@/lib/spreadsheets/read-table";
import type { TableWorkerCalls, WorkerRequest, WorkerResponse } from "./table-worker-calls";

const PROGRESS_ROWS = 250;

function respond(response: WorkerResponse): void {
  self.postMessage(response);
}

function checkRows(id: number, { rows, context }: TableWorkerCalls["checkRows"]["input"]): RowCheck[] {
  return rows.map(({ cells }, index) => {
    if (index % PROGRESS_ROWS === 0) respond({ id, done: index });
    return checkRow(cells, context);
  });
}

function run(request: WorkerRequest) {
  if (request.name === "readFile") return readTable(request.input);
  if (request.name === "readPaste") return readPastedTable(request.input.text);
  if (request.name === "checkRows") return checkRows(request.id, request.input);
  const { rows, mapping, answers } = request.input;
  return readRows(rows, mapping, answers);
}

self.addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  respond({ id: data.id, result: run(data) });
});
