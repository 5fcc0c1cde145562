import { z } from "zod";
import { can, type Permission, ROLES, type Role } from "@/lib/domain/people/permissions";

/** What can need a second person. `policy` is the change of the policies themselves, and is on while any other is. */
export const POLICY_KINDS = ["block", "reissue", "issue", "role", "policy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** The kinds that an admin switches on and off. */
export const SWITCHED_KINDS = ["block", "reissue", "issue", "role"] as const;

/** Who can ask for it. */
export const POLICY_PERMISSIONS = {
  block: "cards.block",
  reissue: "cards.reissue",
  issue: "cards.create",
  role: "users.manage",
  policy: "approvals.manage",
} as const satisfies Record<PolicyKind, Permission>;

export const POLICY_LABELS: Record<PolicyKind, string> = {
  block: "Block a card",
  reissue: "Reissue with a new number",
  issue: "Issue above a spend limit",
  role: "Change a role",
  policy: "Change these policies",
};

/** The roles that can be chosen as approvers. */
export const DECIDING_ROLES: readonly Role[] = ROLES.filter((role) => can(role, "approvals.decide"));

export const MAX_EXPIRY_HOURS = 24 * 7;

const ApproverRoles = z
  .array(z.enum(ROLES))
  .min(1, { error: "must have at least one role" })
  .refine((roles) => roles.every((role) => DECIDING_ROLES.includes(role)), {
    error: "must be roles that can approve",
  })
  .transform((roles) => DECIDING_ROLES.filter((role) => roles.includes(role)));

const Switched = z.object({ isOn: z.boolean(), approverRoles: ApproverRoles });

export const ApprovalSettings = z
  .object({
    expiresAfterHours: z
      .int({ error: "must be a whole number of hours" })
      .min(1, { error: "must be at least 1 hour" })
      .max(MAX_EXPIRY_HOURS, { error: `must be at most ${MAX_EXPIRY_HOURS} hours` }),
    policies: z.object({
      block: Switched,
      reissue: Switched,
      issue: Switched.extend({
        /** In the program's currency. */
        threshold: z.number({ error: "must be an amount" }).min(0, { error: "must be at least 0" }),
      }),
      role: Switched,
      policy: z.object({ approverRoles: ApproverRoles }),
    }),
  })
  .transform(({ expiresAfterHours, policies: { policy, ...policies } }) => ({
    expiresAfterHours,
    policies: {
      ...policies,
      policy: { ...policy, isOn: SWITCHED_KINDS.some((kind) => policies[kind].isOn) },
    },
  }));
export type ApprovalSettings = z.output<typeof ApprovalSettings>;
export type ApprovalPolicy = { isOn: boolean; approverRoles: Role[]; threshold?: number };

const offWith = (approverRoles: readonly Role[]) => ({ isOn: false, approverRoles: [...approverRoles] });

export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  expiresAfterHours: 24,
  policies: {
    block: offWith(DECIDING_ROLES),
    reissue: offWith(DECIDING_ROLES),
    issue: { ...offWith(DECIDING_ROLES), threshold: 1000 },
    role: offWith(DECIDING_ROLES),
    policy: offWith(DECIDING_ROLES),
  },
};

type Colleague = { id: string; role: Role };

/** Whether at least one person could ask for it and another one approve it. */
export function isPassable(
  kind: PolicyKind,
  { approverRoles }: ApprovalPolicy,
  people: readonly Colleague[],
) {
  const approvers = people.filter(
    ({ role }) => approverRoles.includes(role) && can(role, "approvals.decide"),
  );
  return people.some(
    ({ id, role }) => can(role, POLICY_PERMISSIONS[kind]) && approvers.some((approver) => approver.id !== id),
  );
}

/** What the screens need to know while a policy is on. */
export type ApprovalNeed = { approvers: string[]; threshold: number | null; canActAlone: boolean };
export type ApprovalNeeds = Partial<Record<PolicyKind, ApprovalNeed>>;
