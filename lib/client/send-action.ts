import { failure, type Result } from "@/lib/domain/result";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { askToConfirm } from "./confirm-identity";
import { withoutSharedParts } from "./without-shared-parts";

/** The note is for actions that may need a second person. */
export type Action<Input, Data, Note = never> = (
  operationId: string,
  input: Input,
  note?: Note,
) => Promise<Result<Data>>;

/**
 * Sends a write. If the server wants to know first that it is still the same person, asks them and sends the same
 * intent again, so that nothing of what they typed is lost.
 */
export async function sendAction<Input, Data, Note = never>(
  action: Action<Input, Data, Note>,
  operationId: string,
  input: Input,
  note?: Note,
): Promise<Result<Data>> {
  const sent = withoutSharedParts(input);
  for (;;) {
    const call = note === undefined ? action(operationId, sent) : action(operationId, sent, note);
    const result = await call.catch(toSignedOut);
    if (result.ok || result.error.code !== "confirm-identity") return result;
    if (!(await askToConfirm(result.error.confirmWith ?? []))) return result;
  }
}

/** Without the cookie of a session, the server reads no large action (lib/auth/refuse-requests.ts). */
function toSignedOut(error: unknown): Result<never> {
  if (!(error instanceof Error) || error.message !== SIGNED_OUT) throw error;
  return failure({ code: "signed-out", message: SIGNED_OUT, requestId: "", retry: "safe" });
}
