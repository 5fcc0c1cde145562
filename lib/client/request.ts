import type { AppError } from "@/lib/domain/result";

/** A failed read, with the error to show. */
export class RequestFailure extends Error {
  readonly error: AppError;
  readonly status: number;

  constructor(error: AppError, status: number) {
    super(error.message);
    this.name = "RequestFailure";
    this.error = error;
    this.status = status;
  }
}

/** Sends a GET request to one of our routes, which return errors as `{ error: AppError }`. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { headers: { accept: "application/json" }, ...(signal ? { signal } : {}) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new RequestFailure(unreachableError(), 0);
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as T;
  throw new RequestFailure(readError(body) ?? unexpectedResponseError(response), response.status);
}

/** The error to show for anything that a query threw. */
export function toRequestError(thrown: unknown): AppError {
  if (thrown instanceof RequestFailure) return thrown.error;
  return { code: "internal", message: "Couldn’t load this content.", requestId: "", retry: "safe" };
}

function readError(body: unknown): AppError | null {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  const isError = typeof error === "object" && error !== null && "code" in error && "message" in error;
  return isError ? (error as AppError) : null;
}

function unreachableError(): AppError {
  const message = "We couldn’t reach Cardwell. Check your connection.";
  return { code: "internal", message, requestId: "", retry: "safe" };
}

function unexpectedResponseError(response: Response): AppError {
  const requestId = response.headers.get("x-request-id") ?? "";
  return { code: "internal", message: "Cardwell returned an unexpected response.", requestId, retry: "safe" };
}
