import { RowCount } from "@/lib/csv/row-count";
import { CONTENT_TYPES, type ExportFormat } from "@/lib/domain/exports/export-format";
import { countOf } from "@/lib/domain/money/numbers";
import { formatBytes } from "@/lib/domain/reports/report";
import type { AppError } from "@/lib/domain/result";
import { askToConfirm } from "./confirm-identity";
import { openFileTarget } from "./file-target";

export type ExportOptions = {
  href: string;
  /** Sent with the request, if it doesn't fit into the URL. */
  body?: unknown;
  fileName: string;
  format: ExportFormat;
  /** Too many rows to hold in memory. */
  isLarge: boolean;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

/** Rows can only be counted in a CSV file; any other is compressed. `size` is "1,204 rows" or "1.2 MB". */
export type ExportProgress = { rows: number | null; size: string };

export type ExportOutcome =
  | { is: "saved"; size: string }
  | { is: "canceled" }
  | { is: "rejected"; error: AppError }
  | { is: "interrupted"; size: string };

const PROGRESS_INTERVAL_MS = 100;

/** Streams a file, measures it, and saves it once it is complete. */
export async function runExport(options: ExportOptions): Promise<ExportOutcome> {
  const { fileName, format, isLarge, signal, onProgress } = options;
  const meter = createMeter(format);
  try {
    const target = await openFileTarget(fileName, { type: CONTENT_TYPES[format], isLarge });
    try {
      const response = await request(options);
      if (!(response instanceof Response)) {
        await target.abort();
        if (response.code === "confirm-identity") return { is: "canceled" };
        return { is: "rejected", error: response };
      }
      let reportedAt = 0;
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        meter.add(read.value);
        await target.write(read.value);
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
        reportedAt = performance.now();
        onProgress(meter.read());
      }
      await target.finish();
      return { is: "saved", size: meter.read().size };
    } catch (error) {
      await target.abort();
      throw error;
    }
  } catch (error) {
    // Closing the save dialog also throws an AbortError.
    const isAbort = error instanceof DOMException && error.name === "AbortError";
    return signal.aborted || isAbort ? { is: "canceled" } : { is: "interrupted", size: meter.read().size };
  }
}

function createMeter(format: ExportFormat) {
  const counter = format === "csv" ? new RowCount() : null;
  let bytes = 0;
  return {
    add(chunk: Uint8Array) {
      bytes += chunk.byteLength;
      counter?.add(chunk);
    },
    read(): ExportProgress {
      if (!counter) return { rows: null, size: formatBytes(bytes) };
      // Excludes the header.
      const rows = Math.max(0, counter.rows - 1);
      return { rows, size: countOf(rows, "row") };
    },
  };
}

type FileResponse = Response & { body: ReadableStream<Uint8Array> };

/** Asks the person to confirm that it is them if the server wants to know that first. */
async function request({ href, body, format, signal }: ExportOptions): Promise<FileResponse | AppError> {
  for (;;) {
    const response = await fetch(href, {
      signal,
      headers: { accept: CONTENT_TYPES[format] },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
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
