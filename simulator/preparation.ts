import type { ApprovalNote } from "@/lib/domain/approvals/approval-note";
import type { Result } from "@/lib/domain/result";
import type { Intent, People } from "./intent";
import type { Act, ActOf } from "./step";

export type PreparedRequest = () => Promise<Result<unknown>>;

export type Preparation = Pick<
  Intent,
  "operationId" | "person" | "act" | "cardId" | "about" | "code" | "endedCookie"
> & {
  people: People;
};

export type Prepare<Verb extends Act["do"]> = (
  act: ActOf<Verb>,
  preparation: Preparation,
) => PreparedRequest | Promise<PreparedRequest | null> | null;

export function noteOf({ note }: { note?: "ask" | "alone" }): ApprovalNote | undefined {
  return note && { reason: "The holder called.", isEmergency: note === "alone" };
}
