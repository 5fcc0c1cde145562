/** Labels of the audit log's actions. An unknown action is shown as it is. */
const LABELS: Record<string, string> = {
  "access.denied": "Access denied",
  "card.create": "Issue card",
  "card.freeze": "Freeze card",
  "card.unfreeze": "Unfreeze card",
  "card.block": "Block card",
  "card.reissue": "Reissue card",
  "card.changed-outside": "Changed outside Cardwell",
  "draft.save": "Save card draft",
  "draft.discard": "Discard card draft",
  "card.note": "Add note to card",
  "customer.note": "Add note to customer",
  "attention.dismiss": "Dismiss from overview",
  "attention.dismiss-all": "Dismiss group from overview",
  "attention.restore": "Restore to overview",
  "operation.settle": "Resolve unknown outcome",
  "sandbox.purchase": "Simulate purchase",
  "sandbox.advance": "Simulate transaction step",
  "sandbox.clear": "Simulate clearing",
  "sandbox.reverse": "Simulate reversal",
  "sandbox.refund": "Simulate refund",
  "sandbox.move-clock": "Change sandbox clock",
  "sandbox.arm-fault": "Add fault",
  "sandbox.clear-faults": "Clear faults",
  "sandbox.reset": "Reset sandbox",
  "session.begin": "Sign in",
  "session.confirm": "Give second factor",
  "session.end": "Sign out",
  "session.revoke": "End session",
  "person.invite": "Invite person",
  "person.change-role": "Change role",
  "person.disable": "Disable person",
  "person.enable": "Re-enable person",
  "person.reset-password": "Create sign-in link",
  "person.choose-password": "Set password",
  "person.set-up": "Set up first admin",
  "person.recover": "Recover admin",
  "factor.begin": "Begin to add authenticator app",
  "factor.add": "Add authenticator app",
  "factor.remove": "Remove authenticator app",
  "factor.renew-codes": "Create recovery codes",
  "mail.test": "Send test email",
  "mail.send-again": "Send email again",
  "issuer.move": "Change issuer URL",
  "profile.change-password": "Change password",
  "profile.read-notifications": "Mark notifications as read",
  "report.request": "Request report",
  "report.retry": "Request report again",
  "report.withdraw": "Cancel report request",
  "report.read": "View report rows",
  "report.download": "Download report",
  "webhook.replay": "Reprocess webhook",
  "webhook.match": "Match webhook manually",
  "retention.delete": "Delete expired data",
  "audit.export": "Export audit log",
  "audit.verify": "Verify audit log",
  "audit.broken": "Audit log altered",
  "cards.export": "Export cards",
  "transactions.export": "Export transactions",
};

/** Pages by their routes in the audit log. */
const PAGE_NAMES: Record<string, string> = {
  "/": "Overview",
  "/cards": "Cards",
  "/cards/new": "Issue card",
  "/cards/[cardId]": "a card",
  "/customers/[externalCustomerId]": "a customer",
  "/transactions": "Transactions",
  "/designs": "Designs",
  "/designs/[designId]": "a design",
  "/reports": "Reports",
  "/reports/[reportId]": "a report",
  "/webhooks": "Webhooks",
  "/audit": "Audit log",
  "/settings/team": "Settings > Team",
  "/settings/alerts": "Settings > Alerts",
  "/settings/connection": "Settings > Connection",
  "/settings/profile": "Settings > Profile",
  "/sandbox": "Sandbox",
  "/sandbox/outbox": "Sandbox > Outbox",
};

export function actionLabel(action: string): string {
  return Object.hasOwn(LABELS, action) ? (LABELS[action] ?? action) : withPageName(action);
}

/** A denied `Open /settings/team` becomes `Open Settings > Team`. Older entries have it as the action. */
export function withPageName(text: string): string {
  const [, path = ""] = /^open (\/\S*)$/i.exec(text) ?? [];
  if (!path) return text;
  return `Open ${Object.hasOwn(PAGE_NAMES, path) ? PAGE_NAMES[path] : "a page"}`;
}
