import type { Result } from "@/lib/domain/result";
import { askToConfirm } from "./confirm-identity";

export type Action<Input, Data> = (operationId: string, input: Input) => Promise<Result<Data>>;

/**
 * Sends a write. If the server wants to know first that it is still the same person, asks them and sends the same
 * intent again, so that nothing of what they typed is lost.
 */
export async function sendAction<Input, Data>(
  action: Action<Input, Data>,
  operationId: string,
  input: Input,
): Promise<Result<Data>> {
  for (;;) {
    const result = await action(operationId, input);
    if (result.ok || result.error.code !== "confirm-identity") return result;
    if (!(await askToConfirm(result.error.confirmWith ?? []))) return result;
  }
}
