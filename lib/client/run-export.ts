import { RowCount } from "@/lib/csv/row-count";
import type { AppError } from "@/lib/domain/result";
import { askToConfirm } from "./confirm-identity";
import { openFileTarget } from "./file-target";

type ExportOptions = {
  href: string;
  fileName: string;
  /** Too many rows to hold in memory. */
  isLarge: boolean;
  signal: AbortSignal;
  onProgress: (rows: number) => void;
};

export type ExportOutcome =
  | { is: "saved"; rows: number }
  | { is: "canceled" }
  | { is: "rejected"; error: AppError }
  | { is: "interrupted"; rows: number };

const PROGRESS_INTERVAL_MS = 100;

/** Streams a CSV file, counts its rows, and saves it once it is complete. */
export async function runExport(options: ExportOptions): Promise<ExportOutcome> {
  const { href, fileName, isLarge, signal, onProgress } = options;
  const counter = new RowCount();
  // Excludes the header.
  const rows = () => Math.max(0, counter.rows - 1);
  try {
    const target = await openFileTarget(fileName, isLarge);
    try {
      const response = await request(href, signal);
      if (!(response instanceof Response)) {
        await target.abort();
        if (response.code === "confirm-identity") return { is: "canceled" };
        return { is: "rejected", error: response };
      }
      let reportedAt = 0;
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        counter.add(read.value);
        await target.write(read.value);
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
        reportedAt = performance.now();
        onProgress(rows());
      }
      await target.finish();
      return { is: "saved", rows: rows() };
    } catch (error) {
      await target.abort();
      throw error;
    }
  } catch (error) {
    // Closing the save dialog also throws an AbortError.
    const isAbort = error instanceof DOMException && error.name === "AbortError";
    return signal.aborted || isAbort ? { is: "canceled" } : { is: "interrupted", rows: rows() };
  }
}

type FileResponse = Response & { body: ReadableStream<Uint8Array> };

/** Asks the person to confirm that it is them if the server wants to know that first. */
async function request(href: string, signal: AbortSignal): Promise<FileResponse | AppError> {
  for (;;) {
    const response = await fetch(href, { signal, headers: { accept: "text/csv" } });
    if (response.ok && response.body) return response as FileResponse;
    const error = await readError(response);
    const isConfirmed = error.code === "confirm-identity" && (await askToConfirm(error.confirmWith ?? []));
    if (!isConfirmed) return error;
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
