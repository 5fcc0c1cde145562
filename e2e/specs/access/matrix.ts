import type { Role } from "@/lib/domain/people/permissions";

/**
 * Who can open what and do what, written by hand: the tests compare the product with this list, and fail for a
 * page, route or action that is missing here.
 */
export type Access = "public" | readonly Role[];

const EVERYONE: readonly Role[] = ["admin", "manager", "support", "finance", "auditor"];

export const PAGES: Record<string, Access> = {
  "/login": "public",
  "/login/confirm": "public",
  "/login/refused": "public",
  "/welcome/[token]": "public",
  "/": EVERYONE,
  "/cards": EVERYONE,
  "/transactions": EVERYONE,
  "/cards/new": ["admin", "manager"],
  "/cards/[cardId]": EVERYONE,
  "/customers/[externalCustomerId]": EVERYONE,
  "/designs": EVERYONE,
  "/designs/[designId]": EVERYONE,
  "/reports": ["admin", "manager", "finance", "auditor"],
  "/reports/[reportId]": ["admin", "manager", "finance", "auditor"],
  "/webhooks": ["admin", "manager", "auditor"],
  "/audit": ["admin", "manager", "auditor"],
  "/sandbox": ["admin", "manager", "support", "finance"],
  "/sandbox/outbox": ["admin", "manager", "support", "finance"],
  "/settings/team": ["admin"],
  "/settings/alerts": ["admin"],
  "/settings/connection": ["admin"],
  "/settings/security": EVERYONE,
  "/settings/profile": EVERYONE,
};

export const ROUTES: Record<string, Access> = {
  "/api/auth/[...nextauth]": "public",
  "/api/health/live": "public",
  "/api/health/ready": "public",
  // The issuer's events are authenticated by a signature or a shared secret.
  "/api/webhooks/issuer": "public",
  "/api/events": EVERYONE,
  "/api/activity": EVERYONE,
  "/api/connection": EVERYONE,
  "/api/search": EVERYONE,
  "/api/cards/[cardId]/since-freeze": EVERYONE,
  "/api/cards/[cardId]/status": EVERYONE,
  "/api/customers/[externalCustomerId]/active-cards": EVERYONE,
  "/api/customers/[externalCustomerId]/known-shipping": ["admin", "manager"],
  "/api/index-state": EVERYONE,
  "/api/designs": EVERYONE,
  "/api/cards/export": ["admin", "manager", "finance", "auditor"],
  "/api/transactions/totals": EVERYONE,
  "/api/transactions/export": ["admin", "manager", "finance", "auditor"],
  "/api/mail-previews/[kind]": ["admin"],
  "/api/notifications": EVERYONE,
  "/api/reports/captured": ["admin", "manager", "finance", "auditor"],
  "/api/reports/[reportId]/rows": ["admin", "manager", "finance", "auditor"],
  "/api/reports/[reportId]/file": ["admin", "manager", "finance"],
  "/api/audit/chain": ["admin", "manager", "auditor"],
  "/api/audit/export": ["admin", "manager", "auditor"],
};

/** By file in lib/actions. */
export const ACTIONS: Record<string, Access> = {
  "choose-password": "public",
  "confirm-sign-in": "public",
  // A one-time link is the permission.
  "begin-account-link": "public",
  "sign-out": EVERYONE,
  "end-session": EVERYONE,
  "change-password": EVERYONE,
  "begin-authenticator": EVERYONE,
  "confirm-authenticator": EVERYONE,
  "remove-authenticator": EVERYONE,
  "renew-recovery-codes": EVERYONE,
  "invite-person": ["admin"],
  "change-role": ["admin"],
  "disable-person": ["admin"],
  "reset-password": ["admin"],
  "send-test-mail": ["admin"],
  "send-mail-again": ["admin"],
  "create-card": ["admin", "manager"],
  "save-draft": ["admin", "manager"],
  "discard-draft": ["admin", "manager"],
  "freeze-card": ["admin", "manager", "support"],
  "block-card": ["admin", "manager"],
  "reissue-card": ["admin", "manager"],
  "add-note": ["admin", "manager", "support"],
  "dismiss-attention": ["admin", "manager", "support"],
  "dismiss-all-attention": ["admin", "manager", "support"],
  "restore-attention": ["admin", "manager", "support"],
  "resolve-operation": ["admin", "manager"],
  "simulate-purchase": ["admin", "manager", "support", "finance"],
  "advance-transaction": ["admin", "manager", "support", "finance"],
  "move-clock": ["admin", "manager", "support", "finance"],
  "add-fault": ["admin", "manager", "support", "finance"],
  "clear-faults": ["admin", "manager", "support", "finance"],
  "reset-sandbox": ["admin", "manager", "support", "finance"],
  "request-report": ["admin", "manager", "finance"],
  "retry-report": ["admin", "manager", "finance"],
  "cancel-report": ["admin", "manager", "finance"],
  "reprocess-webhook": ["admin"],
  "match-webhook": ["admin"],
  "read-notifications": EVERYONE,
  "verify-audit": ["admin", "manager", "auditor"],
};
