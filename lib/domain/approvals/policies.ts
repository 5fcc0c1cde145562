import { z } from "zod";
import { can, type Permission, ROLES, type Role } from "@/lib/domain/people/permissions";

/** What can need a second person. `policy` is the change of the policies themselves, and is on while any other is. */
export const POLICY_KINDS = ["block", "reissue", "issue", "role", "sign-off", "policy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** The kinds that an admin switches on and off. */
export const SWITCHED_KINDS = ["block", "reissue", "issue", "role", "sign-off"] as const;

/** Who can ask for it. */
export const POLICY_PERMISSIONS = {
  block: "cards.block",
  reissue: "cards.reissue",
  issue: "cards.create",
  role: "users.manage",
  "sign-off": "reconciliation.sign-off",
  policy: "approvals.manage",
} as const satisfies Record<PolicyKind, Permission>;

/** Who can decide on it, never on their own request. */
export const DECIDING_PERMISSIONS = {
  block: "approvals.decide",
  reissue: "approvals.decide",
  issue: "approvals.decide",
  role: "approvals.decide",
  "sign-off": "reconciliation.sign-off",
  policy: "approvals.decide",
} as const satisfies Record<PolicyKind, Permission>;

export const POLICY_LABELS: Record<PolicyKind, string> = {
  block: "Block a card",
  reissue: "Reissue with a new number",
  issue: "Issue above a spend limit",
  role: "Change a role",
  "sign-off": "Sign off a month",
  policy: "Change these policies",
};

/** The roles that can be chosen as approvers. */
export function decidingRoles(kind: PolicyKind): readonly Role[] {
  return ROLES.filter((role) => can(role, DECIDING_PERMISSIONS[kind]));
}

export const MAX_EXPIRY_HOURS = 24 * 7;

const chosenRoles = (kind: PolicyKind) =>
  z
    .array(z.enum(ROLES))
    .min(1, { error: "must have at least one role" })
    .refine((roles) => roles.every((role) => decidingRoles(kind).includes(role)), {
      error: "must be roles that can approve",
    })
    .transform((roles) => decidingRoles(kind).filter((role) => roles.includes(role)));

const switched = (kind: PolicyKind) => z.object({ isOn: z.boolean(), approverRoles: chosenRoles(kind) });

const offWith = (kind: PolicyKind) => ({ isOn: false, approverRoles: [...decidingRoles(kind)] });

const SIGN_OFF_DEFAULT = { ...offWith("sign-off"), includesDays: false };

export const ApprovalSettings = z
  .object({
    expiresAfterHours: z
      .int({ error: "must be a whole number of hours" })
      .min(1, { error: "must be at least 1 hour" })
      .max(MAX_EXPIRY_HOURS, { error: `must be at most ${MAX_EXPIRY_HOURS} hours` }),
    policies: z.object({
      block: switched("block"),
      reissue: switched("reissue"),
      issue: switched("issue").extend({
        /** In the program's currency. */
        threshold: z.number({ error: "must be an amount" }).min(0, { error: "must be at least 0" }),
      }),
      role: switched("role"),
      // Settings that were saved before it existed don't have it.
      "sign-off": switched("sign-off")
        .extend({
          /** Days need a second person, too. */
          includesDays: z.boolean(),
        })
        .default(SIGN_OFF_DEFAULT),
      policy: z.object({ approverRoles: chosenRoles("policy") }),
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
export type ApprovalPolicy = {
  isOn: boolean;
  approverRoles: Role[];
  threshold?: number;
  includesDays?: boolean;
};

export const DEFAULT_APPROVAL_SETTINGS: ApprovalSettings = {
  expiresAfterHours: 24,
  policies: {
    block: offWith("block"),
    reissue: offWith("reissue"),
    issue: { ...offWith("issue"), threshold: 1000 },
    role: offWith("role"),
    "sign-off": SIGN_OFF_DEFAULT,
    policy: offWith("policy"),
  },
};

/** The roles that can decide on something while it needs a second person. Nobody comes to such a role alone. */
export function approverRoles({ policies }: ApprovalSettings): Role[] {
  return ROLES.filter((role) =>
    POLICY_KINDS.some((kind) => policies[kind].isOn && can(role, DECIDING_PERMISSIONS[kind])),
  );
}

/** For a change to this role: to make an approver needs a second person while any policy is on. */
export function rolePolicy(settings: ApprovalSettings, role: Role): ApprovalPolicy {
  const { policies } = settings;
  return policies.role.isOn || !approverRoles(settings).includes(role) ? policies.role : policies.policy;
}

type Colleague = { id: string; role: Role };

/** Whether at least one person could ask for it and another one approve it. */
export function isPassable(
  kind: PolicyKind,
  { approverRoles }: ApprovalPolicy,
  people: readonly Colleague[],
) {
  const approvers = people.filter(
    ({ role }) => approverRoles.includes(role) && can(role, DECIDING_PERMISSIONS[kind]),
  );
  return people.some(
    ({ id, role }) => can(role, POLICY_PERMISSIONS[kind]) && approvers.some((approver) => approver.id !== id),
  );
}

/** What the screens need to know while a policy is on. */
export type ApprovalNeed = { approvers: string[]; threshold: number | null; canActAlone: boolean };
export type ApprovalNeeds = Partial<Record<PolicyKind, ApprovalNeed>>;
export type RoleNeeds = Partial<Record<Role, ApprovalNeed>>;
