import "server-only";
import { processWide } from "@/lib/process-wide";
import { errorResponse } from "./define-route";

/** Each export reads a whole list, so one person must not overload the database and the issuer. */
export const MAX_EXPORTS_PER_PERSON = 3;

const slot = processWide<Map<string, number>>("exports");

/** The slot is free again when the last byte is sent, the client disconnects, or the export fails. */
export async function withExportSlot(
  personId: string,
  { signal }: Pick<Request, "signal">,
  createExport: () => Promise<Response>,
): Promise<Response> {
  slot.current ??= new Map();
  const running = slot.current;
  if ((running.get(personId) ?? 0) >= MAX_EXPORTS_PER_PERSON) return tooManyExports();
  running.set(personId, (running.get(personId) ?? 0) + 1);
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    const remaining = (running.get(personId) ?? 1) - 1;
    if (remaining > 0) running.set(personId, remaining);
    else running.delete(personId);
  };
  try {
    const response = await createExport();
    if (!response.ok || !response.body || signal.aborted) release();
    // If the client disconnects before the first byte, the body is never canceled.
    else signal.addEventListener("abort", release, { once: true });
    return response.body ? new Response(onStreamEnd(response.body, release), response) : response;
  } catch (error) {
    release();
    throw error;
  }
}

function onStreamEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  });
}

function tooManyExports(): Response {
  return errorResponse({
    code: "throttled",
    message: `You already have ${MAX_EXPORTS_PER_PERSON} exports running. Wait for one to finish or cancel it, then try again.`,
    requestId: crypto.randomUUID(),
    retry: "safe",
  });
}
