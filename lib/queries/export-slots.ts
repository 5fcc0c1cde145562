import "server-only";
import { processWide } from "@/lib/process-wide";
import { errorResponse } from "./define-route";

/** Each export reads a whole list: one person may not keep the database and the issuer busy for everyone. */
export const EXPORTS_PER_PERSON = 3;

const slot = processWide<Map<string, number>>("exports");

/** Makes an export that counts until its last byte is sent, its reader leaves, or it breaks off. */
export async function inExportSlot(
  personId: string,
  { signal }: Pick<Request, "signal">,
  makeExport: () => Promise<Response>,
): Promise<Response> {
  slot.current ??= new Map();
  const running = slot.current;
  if ((running.get(personId) ?? 0) >= EXPORTS_PER_PERSON) return tooMany();
  running.set(personId, (running.get(personId) ?? 0) + 1);
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    const left = (running.get(personId) ?? 1) - 1;
    if (left > 0) running.set(personId, left);
    else running.delete(personId);
  };
  try {
    const response = await makeExport();
    if (!response.ok || !response.body || signal.aborted) release();
    // A reader who left before the first byte never cancels the body.
    else signal.addEventListener("abort", release, { once: true });
    return response.body ? new Response(tracked(response.body, release), response) : response;
  } catch (error) {
    release();
    throw error;
  }
}

function tracked(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
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

function tooMany(): Response {
  return errorResponse({
    code: "throttled",
    message: `You already have ${EXPORTS_PER_PERSON} exports running. Wait for one to finish or cancel it, then try again.`,
    requestId: crypto.randomUUID(),
    retry: "safe",
  });
}
