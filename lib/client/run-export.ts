import type { AppError } from "@/lib/domain/result";
import { CsvLineCount } from "./csv-line-count";
import { openFileTarget } from "./file-target";

type ExportOptions = {
  href: string;
  fileName: string;
  /** A file of so many rows that it should not be held in memory. */
  isLarge: boolean;
  signal: AbortSignal;
  onRows: (rows: number) => void;
};

export type ExportOutcome =
  | { is: "saved"; rows: number }
  | { is: "cancelled" }
  | { is: "refused"; error: AppError }
  | { is: "broken-off"; rows: number };

const TELL_EVERY_MS = 100;

/** Fetches a CSV file as it is made, counts its rows, and saves it once it is whole. */
export async function runExport(options: ExportOptions): Promise<ExportOutcome> {
  const { href, fileName, isLarge, signal, onRows } = options;
  const count = new CsvLineCount();
  // The first line names the columns.
  const rows = () => Math.max(0, count.lines - 1);
  try {
    const target = await openFileTarget(fileName, isLarge);
    try {
      const response = await fetch(href, { signal, headers: { accept: "text/csv" } });
      if (!response.ok || !response.body) {
        await target.abandon();
        return { is: "refused", error: await readError(response) };
      }
      let toldAt = 0;
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        count.add(read.value);
        await target.write(read.value);
        if (performance.now() - toldAt < TELL_EVERY_MS) continue;
        toldAt = performance.now();
        onRows(rows());
      }
      await target.finish();
      return { is: "saved", rows: rows() };
    } catch (error) {
      await target.abandon();
      throw error;
    }
  } catch (error) {
    // Also when the question where to save it was closed.
    const isAbort = error instanceof DOMException && error.name === "AbortError";
    return signal.aborted || isAbort ? { is: "cancelled" } : { is: "broken-off", rows: rows() };
  }
}

async function readError(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  if (typeof error === "object" && error !== null && "message" in error) return error as AppError;
  return {
    code: "internal",
    message: "Cardwell returned an unexpected response.",
    requestId: "",
    retry: "safe",
  };
}
