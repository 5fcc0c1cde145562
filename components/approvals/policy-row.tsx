"use client";

import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { ShapeMark } from "@/components/ui/values/badge";
import {
  type ApprovalPolicy,
  decidingRoles,
  POLICY_LABELS,
  type PolicyKind,
} from "@/lib/domain/approvals/policies";
import type { Role } from "@/lib/domain/people/permissions";

type PolicyRowProps = {
  kind: PolicyKind;
  policy: ApprovalPolicy;
  people: readonly { name: string; role: Role }[];
  unapprovable: readonly string[];
  error: string | undefined;
  onChange: (change: Partial<ApprovalPolicy>) => void;
  /** Shown while it is on. */
  children?: ReactNode;
};

/** One policy: whether it is on, who approves, and who that is at the moment. */
export function PolicyRow(props: PolicyRowProps) {
  const { kind, policy, people, unapprovable, error, onChange, children } = props;
  const { isOn, approverRoles } = policy;
  const approvers = people.filter(({ role }) => approverRoles.includes(role));

  function setRole(role: Role, isChosen: boolean) {
    const roles = isChosen ? [...approverRoles, role] : approverRoles.filter((other) => other !== role);
    onChange({ approverRoles: decidingRoles(kind).filter((other) => roles.includes(other)) });
  }

  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      {kind === "policy" ? (
        <p>
          <span className="font-medium">{POLICY_LABELS.policy}</span>
          <span className="block text-small text-ink-2">
            {isOn
              ? "Needs a second person while any policy is on."
              : "Needs a second person as soon as any policy is on."}
          </span>
        </p>
      ) : (
        <Checkbox
          label={<span className="font-medium">{POLICY_LABELS[kind]}</span>}
          checked={isOn}
          onChange={(event) => onChange({ isOn: event.target.checked })}
        />
      )}
      {kind === "role" && (
        <p className="pl-6.5 text-small text-ink-2">
          A role that can approve needs a second person while any policy is on.
        </p>
      )}
      {isOn && (
        <div className="flex flex-col gap-3 pl-6.5">
          {children}
          <fieldset className="min-w-0">
            <legend className="mb-1 text-small text-ink-2">{POLICY_LABELS[kind]}: roles that approve</legend>
            <div className="flex flex-wrap gap-x-5">
              {decidingRoles(kind).map((role) => (
                <Checkbox
                  key={role}
                  label={<span className="inline-block first-letter:uppercase">{role}</span>}
                  checked={approverRoles.includes(role)}
                  onChange={(event) => setRole(role, event.target.checked)}
                />
              ))}
            </div>
            {error && <p className="text-small text-bad">{error}</p>}
          </fieldset>
          <p className="text-small text-ink-2">
            {approvers.length === 0
              ? "Nobody has such a role."
              : `Can approve: ${approvers.map(({ name }) => name).join(", ")}. Nobody approves their own request.`}
          </p>
          {unapprovable.length > 0 && approvers.length > 0 && (
            <p className="flex gap-1.5 text-small text-warn">
              <ShapeMark shape="alert" className="mt-0.5 size-3.5" />
              Nobody else can approve requests of {unapprovable.join(", ")}.
            </p>
          )}
        </div>
      )}
    </li>
  );
}
