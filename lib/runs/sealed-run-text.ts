import "server-only";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";

type Texts = { id: string; scope: string; reason: string | null };

/** SQL: the reason of a run `runs`, or of one that an earlier version planned. */
export const REASON = "coalesce(runs.sealed_reason, runs.reason)";

/** What people typed: the name of a file, what was searched for, and why cards were blocked. */
export function sealRunTexts<Run extends Texts>(run: Run): Run {
  const { id, scope, reason } = run;
  return {
    ...run,
    scope: sealText(scope, contextOf("scope", id)),
    reason: reason === null ? null : sealText(reason, contextOf("sealed_reason", id)),
  };
}

/** A reason that can't be decrypted is null. */
export function unsealRunTexts<Run extends Texts>(run: Run): Run {
  return { ...run, scope: unsealScope(run), reason: unsealReason(run) };
}

export function unsealScope({ id, scope }: Pick<Texts, "id" | "scope">): string {
  return unsealText(scope, contextOf("scope", id)) ?? "Can’t be decrypted";
}

export function unsealReason({ id, reason }: Pick<Texts, "id" | "reason">): string | null {
  return reason === null ? null : unsealText(reason, contextOf("sealed_reason", id));
}

function contextOf(column: string, id: string): string {
  return rowContext(`runs.${column}`, id);
}
