import { can, type Permission, type Role } from "@/lib/domain/people/permissions";

export type PageHref =
  | "/"
  | "/cards"
  | "/transactions"
  | "/designs"
  | "/reports"
  | "/reconciliation"
  | "/bulk"
  | "/approvals"
  | "/webhooks"
  | "/audit"
  | "/settings/team"
  | "/settings/approvals"
  | "/settings/alerts"
  | "/settings/connection"
  | "/settings/security"
  | "/settings/profile"
  | "/sandbox"
  | "/sandbox/outbox";

export type NavigationPage = {
  href: PageHref;
  name: string;
  permission: Permission;
  keys?: string;
};

export type NavigationGroup = { name: string | null; pages: NavigationPage[] };

const SANDBOX = "Testing";

const GROUPS: NavigationGroup[] = [
  {
    name: null,
    pages: [
      { href: "/", name: "Overview", permission: "cards.read", keys: "g o" },
      { href: "/cards", name: "Cards", permission: "cards.read", keys: "g c" },
      { href: "/transactions", name: "Transactions", permission: "transactions.read", keys: "g t" },
      { href: "/designs", name: "Designs", permission: "designs.read", keys: "g d" },
      { href: "/reports", name: "Reports", permission: "reports.read", keys: "g r" },
      { href: "/reconciliation", name: "Reconciliation", permission: "reconciliation.read", keys: "g n" },
    ],
  },
  {
    name: "Operations",
    pages: [
      { href: "/bulk", name: "Bulk runs", permission: "bulk.freeze", keys: "g b" },
      { href: "/approvals", name: "Approvals", permission: "approvals.read", keys: "g v" },
      { href: "/webhooks", name: "Webhooks", permission: "webhooks.read", keys: "g w" },
      { href: "/audit", name: "Audit log", permission: "audit.read", keys: "g a" },
    ],
  },
  {
    name: "Settings",
    pages: [
      { href: "/settings/team", name: "Team", permission: "users.manage" },
      { href: "/settings/approvals", name: "Approval policies", permission: "approvals.manage" },
      { href: "/settings/alerts", name: "Alerts", permission: "settings.manage" },
      { href: "/settings/connection", name: "Connection", permission: "settings.manage" },
      { href: "/settings/security", name: "Security", permission: "profile.use" },
      { href: "/settings/profile", name: "Profile", permission: "profile.use", keys: "g p" },
    ],
  },
  {
    name: SANDBOX,
    pages: [
      { href: "/sandbox", name: "Sandbox", permission: "sandbox.use", keys: "g s" },
      { href: "/sandbox/outbox", name: "Outbox", permission: "sandbox.use" },
    ],
  },
];

/** Only pages that the role can open. */
export function navigationFor(role: Role, isSandbox: boolean): NavigationGroup[] {
  return GROUPS.filter(({ name }) => isSandbox || name !== SANDBOX)
    .map(({ name, pages }) => ({ name, pages: pages.filter(({ permission }) => can(role, permission)) }))
    .filter(({ pages }) => pages.length > 0);
}

/** Also true for subpages: a card's page belongs to Cards. The outbox has its own entry. */
export function isCurrentPage(href: PageHref, pathname: string): boolean {
  if (href === "/sandbox") return pathname === href;
  return href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
}
