import "server-only";
import { failure, type Result } from "@/lib/domain/result";

export function channelGone(
  { requestId }: { requestId: string },
  message = "This channel was removed.",
): Result<never> {
  return failure({ code: "not-found", message, requestId, retry: "never" });
}
