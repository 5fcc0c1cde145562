import type { ExceptionKind } from "@/lib/domain/reconciliation/exception";
import type { RuleDialogProps } from "./rule-dialog";
import type { ExceptionTarget } from "./selected-exception";
import type { Explanation } from "./state-dialog";

/** A rule for exceptions like the explained ones: with what they have in common. */
export function ruleFor(
  target: ExceptionTarget | null,
  kinds: readonly ExceptionKind[],
  explanation: Explanation,
): RuleDialogProps["initial"] {
  const items = target?.is === "selected" ? target.items : [];
  const shared = (values: readonly (string | null)[]) =>
    (new Set(values).size === 1 ? values[0] : null) ?? "";
  const [first] = items;
  return {
    ...explanation,
    kind: first?.kind ?? kinds[0] ?? "records-only",
    currency: shared(items.map(({ currency }) => currency)),
    merchant: shared(items.map(({ merchant }) => merchant)),
    maxDifference: "",
  };
}
