"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { changePolicies } from "@/lib/actions/change-policies";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import {
  type ApprovalNeed,
  type ApprovalSettings,
  MAX_EXPIRY_HOURS,
  POLICY_KINDS,
  type PolicyKind,
  SWITCHED_KINDS,
} from "@/lib/domain/approvals/policies";
import type { Role } from "@/lib/domain/people/permissions";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { PolicyRow } from "./policy-row";
import { requestedToast } from "./requested-toast";
import { useApprovalNote } from "./use-approval-note";

type PolicyFormProps = {
  version: number;
  settings: ApprovalSettings;
  currency: string | null;
  /** Those who can approve by their role. */
  people: readonly { name: string; role: Role }[];
  /** People whose own requests nobody else could approve, by policy. */
  unapprovable: Record<PolicyKind, string[]>;
  /** Set while a change of the policies needs a second person itself. */
  need: ApprovalNeed | undefined;
};

export function PolicyForm({ version, settings, currency, people, unapprovable, need }: PolicyFormProps) {
  const [policies, setPolicies] = useState(settings.policies);
  const [threshold, setThreshold] = useState(String(settings.policies.issue.threshold));
  const [hours, setHours] = useState(String(settings.expiresAfterHours));
  const { send, isBusy, error } = useAction(changePolicies);
  const isAnyOn = SWITCHED_KINDS.some((kind) => policies[kind].isOn);
  const changed: ApprovalSettings = {
    expiresAfterHours: Number(hours),
    policies: {
      ...policies,
      issue: { ...policies.issue, threshold: Number(threshold) },
      policy: { ...policies.policy, isOn: isAnyOn },
    },
  };
  const hasChanged = canonicalJson(changed) !== canonicalJson(settings);
  const approval = useApprovalNote(hasChanged ? need : undefined);
  const refresh = useRefresh();
  const thresholdError = isAmount(threshold) ? undefined : "Enter an amount of at least 0.";
  const hoursError = isHours(hours) ? undefined : `Enter 1 to ${MAX_EXPIRY_HOURS} hours.`;
  const rolesError = (kind: PolicyKind) =>
    policies[kind].approverRoles.length === 0 ? "Choose at least one role." : undefined;

  async function save() {
    const note = approval.take();
    if (note === null || thresholdError || hoursError || POLICY_KINDS.some(rolesError)) return;
    const result = await send({ settings: changed, basedOn: version }, note);
    refresh();
    if (!result.ok) return;
    approval.clear();
    if (!isApprovalRequested(result.data)) return toast({ title: "Policies saved", tone: "good" });
    toast(requestedToast(result.data));
    // What was requested doesn't apply yet.
    setPolicies(settings.policies);
    setThreshold(String(settings.policies.issue.threshold));
    setHours(String(settings.expiresAfterHours));
  }

  return (
    <form
      aria-label="Approval policies"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Panel title="Actions" isFlush>
        <ul className="divide-y divide-line">
          {POLICY_KINDS.map((kind) => (
            <PolicyRow
              key={kind}
              kind={kind}
              policy={kind === "policy" ? { ...policies.policy, isOn: isAnyOn } : policies[kind]}
              people={people}
              unapprovable={unapprovable[kind]}
              error={rolesError(kind)}
              onChange={(policy) => setPolicies({ ...policies, [kind]: { ...policies[kind], ...policy } })}
            >
              {kind === "issue" && (
                <Field
                  label={`Spend limit${currency ? ` in ${currency}` : ""}`}
                  hint="A card with a higher limit needs a second person."
                  error={thresholdError}
                  className="max-w-56"
                >
                  <TextInput
                    inputMode="decimal"
                    value={threshold}
                    onChange={(event) => setThreshold(event.target.value)}
                  />
                </Field>
              )}
              {kind === "sign-off" && (
                <Checkbox
                  label="Days need a second person, too"
                  checked={policies["sign-off"].includesDays}
                  onChange={(event) =>
                    setPolicies({
                      ...policies,
                      "sign-off": { ...policies["sign-off"], includesDays: event.target.checked },
                    })
                  }
                />
              )}
            </PolicyRow>
          ))}
        </ul>
      </Panel>
      <Panel title="Requests">
        <Field
          label="Expire after (hours)"
          hint="A request that nobody decides on ends by itself."
          error={hoursError}
          className="max-w-56"
        >
          <TextInput inputMode="numeric" value={hours} onChange={(event) => setHours(event.target.value)} />
        </Field>
      </Panel>
      {approval.fields}
      {error && <ErrorState error={error} isInline />}
      <div>
        <Button type="submit" tone="primary" busy={isBusy} disabled={!hasChanged}>
          {approval.label("Save policies")}
        </Button>
      </div>
    </form>
  );
}

function isAmount(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text.trim());
}

function isHours(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_EXPIRY_HOURS;
}
