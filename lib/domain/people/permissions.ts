/** The only table of permissions, used by the server and the screens. */
export const ROLES = ["admin", "manager", "support", "finance", "auditor"] as const;
export type Role = (typeof ROLES)[number];

const everyone: readonly Role[] = ROLES;

const GRANTS = {
  "cards.read": everyone,
  "designs.read": everyone,
  "transactions.read": everyone,
  "cards.freeze": ["admin", "manager", "support"],
  "cards.note": ["admin", "manager", "support"],
  "cards.create": ["admin", "manager"],
  "cards.block": ["admin", "manager"],
  "cards.reissue": ["admin", "manager"],
  // Many cards at once: to freeze them, and to do anything else.
  "bulk.freeze": ["admin", "manager", "support"],
  "bulk.run": ["admin", "manager"],
  "lists.export": ["admin", "manager", "finance", "auditor"],
  "reports.read": ["admin", "manager", "finance", "auditor"],
  "reports.request": ["admin", "manager", "finance"],
  "reports.download": ["admin", "manager", "finance"],
  "reconciliation.read": ["admin", "manager", "finance", "auditor"],
  "reconciliation.work": ["admin", "finance"],
  "reconciliation.sign-off": ["admin", "finance"],
  "schedules.manage": ["admin", "finance"],
  "webhooks.read": ["admin", "manager", "auditor"],
  "webhooks.replay": ["admin"],
  "audit.read": ["admin", "manager", "auditor"],
  "audit.export": ["admin", "manager", "auditor"],
  "users.manage": ["admin"],
  "settings.manage": ["admin"],
  // Everyone who may request or decide. Nobody decides on their own request.
  "approvals.read": ["admin", "manager"],
  "approvals.decide": ["admin", "manager"],
  "approvals.manage": ["admin"],
  "views.save": everyone,
  // For the team.
  "views.share": ["admin", "manager", "finance"],
  "sandbox.use": ["admin", "manager", "support", "finance"],
  // What every signed-in person may do with their own account.
  "profile.use": everyone,
  "factors.add": everyone,
  "session.confirm": everyone,
  "session.end": everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof GRANTS;

export const PERMISSIONS = Object.keys(GRANTS) as Permission[];

export function can(role: Role, permission: Permission): boolean {
  return (GRANTS[permission] as readonly Role[]).includes(role);
}

const ENROLLMENT: ReadonlySet<Permission> = new Set(["factors.add", "session.confirm", "session.end"]);

/** What a person may do who lacks a second factor that their role requires. */
export function isForEnrollment(permission: Permission): boolean {
  return ENROLLMENT.has(permission);
}

export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  admin: "Full access, including people and settings",
  manager:
    "Issues, freezes, blocks, and reissues cards; approves requests; requests reports; views the audit log",
  support: "Finds, freezes, and unfreezes cards; adds notes",
  finance:
    "Views cards and transactions; requests, schedules, and downloads reports; reconciles and closes the month",
  auditor: "Views cards, transactions, reports, webhooks, and the audit log; exports lists",
};
