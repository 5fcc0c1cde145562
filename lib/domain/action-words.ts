/** The audit log's actions in words. One that is not here is shown as it is. */
const WORDS: Record<string, string> = {
  "card.create": "Issue card",
  "card.freeze": "Freeze card",
  "card.unfreeze": "Unfreeze card",
  "card.block": "Block card",
  "card.reissue": "Reissue card",
  "card.changed-outside": "Changed outside Cardwell",
  "card.note": "Note on card",
  "customer.note": "Note on customer",
  "attention.dismiss": "Dismiss from overview",
  "operation.settle": "Settle unknown outcome",
  "sandbox.purchase": "Simulate purchase",
  "sandbox.clear": "Simulate clearing",
  "sandbox.reverse": "Simulate reversal",
  "sandbox.refund": "Simulate refund",
  "sandbox.move-clock": "Move the sandbox's clock",
  "sandbox.arm-fault": "Arm a fault",
  "sandbox.clear-faults": "Disarm all faults",
  "sandbox.reset": "Reset the sandbox",
  "session.begin": "Sign in",
  "session.end": "Sign out",
  "session.revoke": "End session",
  "person.invite": "Invite person",
  "person.change-role": "Change role",
  "person.disable": "Disable person",
  "person.enable": "Enable person",
  "person.reset-password": "New sign-in link",
  "person.choose-password": "Choose password",
  "person.set-up": "Set up first admin",
  "profile.change-password": "Change own password",
  "audit.export": "Export audit log",
  "cards.export": "Export cards",
  "transactions.export": "Export transactions",
};

export function actionWords(action: string): string {
  return Object.hasOwn(WORDS, action) ? (WORDS[action] ?? action) : action;
}
