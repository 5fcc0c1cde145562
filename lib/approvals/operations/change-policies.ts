import "server-only";
import { z } from "zod";
import { governed, type TargetState } from "@/lib/approvals/approval-rule";
import { listActivePeople, readApprovalSettings, writeApprovalSettings } from "@/lib/approvals/settings";
import { invalidateLinksOfRoles } from "@/lib/auth/one-time-links";
import {
  ApprovalSettings,
  approverRoles,
  isPassable,
  POLICY_KINDS,
  POLICY_LABELS,
  type PolicyKind,
  SWITCHED_KINDS,
} from "@/lib/domain/approvals/policies";
import { groupThousands } from "@/lib/domain/money/numbers";
import { type AppError, failure, success } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";

const EXPIRY = "Requests expire after";

/** Applies to new requests only: each keeps the policy that it was made under. */
export const changePoliciesOperation = governed({
  input: z.object({
    settings: ApprovalSettings,
    /** The version that was edited. */
    basedOn: z.int().min(1),
  }),
  action: "approval.change-policies",
  target: () => "policies",
  topics: () => ["approvals"],
  run({ input: { settings, basedOn }, trace, request: { requestId }, commit }) {
    return commit<null>(async (client) => {
      const stored = await readApprovalSettings(client, { isLocked: true });
      if (stored.version !== basedOn) return failure(changedSince(requestId));
      const people = await listActivePeople(client);
      const stuck = POLICY_KINDS.find(
        (kind) => settings.policies[kind].isOn && !isPassable(kind, settings.policies[kind], people),
      );
      if (stuck) return failure(impassable(POLICY_LABELS[stuck], requestId));
      await writeApprovalSettings(client, settings);
      // One admin alone may have made them, for a person who could not approve anything then.
      const before = approverRoles(stored.settings);
      await invalidateLinksOfRoles(
        client,
        approverRoles(settings).filter((role) => !before.includes(role)),
      );
      trace.before = describeSettings(stored.settings);
      trace.after = describeSettings(settings);
      return success(null);
    });
  },
  approval: {
    kind: "policy",
    isNeeded: () => true,
    async readState({ basedOn, settings: wanted }, { requestId }) {
      const { version, settings } = await readApprovalSettings();
      if (version !== basedOn) return failure(changedSince(requestId));
      const state = describeSettings(settings);
      return canonicalJson(state) === canonicalJson(describeSettings(wanted))
        ? failure({ code: "refused", message: "Nothing would change.", requestId, retry: "never" })
        : success(state);
    },
    review({ settings }, state) {
      const after = describeSettings(settings);
      return {
        title: "Change the approval policies",
        subject: null,
        consequences: SWITCHED_KINDS.some((kind) => settings.policies[kind].isOn)
          ? ["Requests that are already waiting keep the policy that they were made under."]
          : ["Nothing will need a second person anymore, these policies included."],
        changes: Object.entries(after)
          .filter(([name, text]) => state[name] !== text)
          .map(([name, text]) => ({ name, before: state[name] ?? null, after: text })),
        facts: [],
      };
    },
  },
});

function describeSettings({ policies, expiresAfterHours }: ApprovalSettings): TargetState {
  const described = POLICY_KINDS.map((kind): [string, string] => {
    const { isOn, approverRoles } = policies[kind];
    return [
      POLICY_LABELS[kind],
      isOn ? `On${scopeOf(kind, policies)}, approved by ${approverRoles.join(" or ")}` : "Off",
    ];
  });
  return Object.fromEntries([...described, [EXPIRY, `${expiresAfterHours} hours`]]);
}

function scopeOf(kind: PolicyKind, policies: ApprovalSettings["policies"]): string {
  if (kind === "issue") return `, above ${groupThousands(String(policies.issue.threshold))}`;
  return kind === "sign-off" && policies["sign-off"].includesDays ? ", days included" : "";
}

function changedSince(requestId: string): AppError {
  return {
    code: "conflict",
    message: "The policies were changed in the meantime. Reload the page and make your change again.",
    requestId,
    retry: "never",
  };
}

function impassable(label: string, requestId: string): AppError {
  return {
    code: "refused",
    message: `“${label}” would need a second person, and there is none: invite one or choose more roles.`,
    requestId,
    retry: "never",
  };
}
