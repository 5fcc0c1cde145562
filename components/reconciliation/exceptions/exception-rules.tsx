"use client";

import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { formatMoney } from "@/lib/domain/money/money";
import { countOf } from "@/lib/domain/money/numbers";
import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  type ExceptionRule,
} from "@/lib/domain/reconciliation/exception";
import type { EndRuleDialogProps } from "./end-rule-dialog";

const endRuleDialog = loadOnIntent<EndRuleDialogProps>(() => import("./end-rule-dialog"));

type ExceptionRulesProps = {
  rules: readonly ExceptionRule[];
  canWork: boolean;
  onAdd: () => void;
};

/** Which exceptions are explained automatically, by whom, and how many. */
export function ExceptionRules({ rules, canWork, onAdd }: ExceptionRulesProps) {
  return (
    <Panel
      title="Rules"
      lead="Exceptions that are explained automatically."
      action={
        canWork && (
          <Button size="small" aria-haspopup="dialog" onClick={onAdd}>
            Add rule
          </Button>
        )
      }
      isFlush
    >
      {rules.length === 0 ? (
        <EmptyState title="No rules yet">Add one here, or when you explain exceptions.</EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {rules.map((rule) => (
            <li
              key={rule.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium">{describeConditions(rule)}</span>
                  {rule.ended && <Badge>Ended</Badge>}
                </p>
                <p className="text-pretty text-ink-2">
                  {EXCEPTION_REASONS[rule.reason]}
                  {rule.note && `: ${rule.note}`}
                </p>
                <p className="text-small text-ink-3">
                  {rule.person}, <DateTime value={rule.createdAt} />
                  {rule.ended && (
                    <>
                      . Ended by {rule.ended.by}, <DateTime value={rule.ended.at} />
                    </>
                  )}
                </p>
              </div>
              <IntentLink
                href={`/reconciliation/exceptions?kind=${rule.kind}&state=explained`}
                className="text-small text-ink-2 hover:underline"
              >
                {countOf(rule.explained, "exception")} explained
              </IntentLink>
              {canWork && !rule.ended && (
                <DialogButton
                  size="small"
                  dialog={endRuleDialog}
                  dialogProps={{ ruleId: rule.id, explained: rule.explained }}
                >
                  End rule
                </DialogButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function describeConditions({ kind, currency, merchant, maxDifference }: ExceptionRule): string {
  const amount =
    maxDifference && currency
      ? `up to ${formatMoney(maxDifference, currency)}`
      : currency && `in ${currency}`;
  return [EXCEPTION_KINDS[kind], amount, merchant && `at ${merchant}`].filter(Boolean).join(", ");
}
