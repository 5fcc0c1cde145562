import { can, type Permission } from "@/lib/domain/people/permissions";
import { readAuditLog } from "@/simulator/audit-log";
import { possibleRoles } from "@/simulator/possible-roles";
import { ROUTES } from "@/simulator/readers";
import type { Act } from "@/simulator/step";
import type { Evidence, Invariant } from "./invariant";

const AUDITED: Record<string, Permission> = {
  "card.create": "cards.create",
  "card.freeze": "cards.freeze",
  "card.unfreeze": "cards.freeze",
  "card.block": "cards.block",
  "card.reissue": "cards.reissue",
  "card.note": "cards.note",
  "run.plan": "bulk.run",
  "run.start-issue": "bulk.run",
  // The run's own permission is checked once the run is read, so that only the answer counts for it (NEEDED).
  "run.pause": "bulk.freeze",
  "run.resume": "bulk.freeze",
  "run.cancel": "bulk.freeze",
  "person.disable": "users.manage",
  "person.enable": "users.manage",
  "person.change-role": "users.manage",
  "report.request": "reports.request",
  "report.request-missing": "reports.request",
  "report.schedule": "schedules.manage",
  "report.unschedule": "schedules.manage",
  "exception.state": "reconciliation.work",
  "exception-rule.add": "reconciliation.work",
  "exception-rule.end": "reconciliation.work",
  "period.sign-off": "reconciliation.sign-off",
  "period.reopen": "reconciliation.sign-off",
  "cards.export": "lists.export",
  "transactions.export": "lists.export",
  "audit.export": "audit.export",
  "approval.change-policies": "approvals.manage",
  "approval.approve": "approvals.decide",
  "approval.decline": "approvals.decide",
  "approval.request": "approvals.read",
  "approval.emergency": "approvals.manage",
  "approval.withdraw": "approvals.read",
  "factor.change-policy": "settings.manage",
  "factor.request-removal": "users.manage",
  "recovery.confirm": "users.manage",
  "recovery.decline": "users.manage",
  "person.end-sessions": "users.manage",
};

/** The permission that each act needs. */
export const NEEDED: Record<Exclude<Act["do"], "sign-in" | "sign-out" | "give-code">, Permission> = {
  create: "cards.create",
  freeze: "cards.freeze",
  unfreeze: "cards.freeze",
  block: "cards.block",
  reissue: "cards.reissue",
  note: "cards.note",
  disable: "users.manage",
  enable: "users.manage",
  "change-role": "users.manage",
  "change-policies": "approvals.manage",
  look: "approvals.read",
  approve: "approvals.decide",
  decline: "approvals.decide",
  withdraw: "approvals.read",
  "change-password": "profile.use",
  confirm: "session.confirm",
  "begin-factor": "factors.add",
  "add-factor": "factors.add",
  "require-factor": "settings.manage",
  "remove-factors": "users.manage",
  "decide-removal": "users.manage",
  "end-session": "profile.use",
  "end-other-sessions": "profile.use",
  "end-sessions-of": "users.manage",
  "request-report": "reports.request",
  "request-missing": "reports.request",
  "schedule-report": "schedules.manage",
  "stop-schedule": "schedules.manage",
  "set-exceptions": "reconciliation.work",
  "add-rule": "reconciliation.work",
  "end-rule": "reconciliation.work",
  "sign-off": "reconciliation.sign-off",
  "approve-sign-off": "reconciliation.sign-off",
  reopen: "reconciliation.sign-off",
  "issue-file": "bulk.run",
  "control-run": "bulk.run",
};

export const permittedActions: Invariant = {
  name: "permitted-actions",
  promise: "Nobody does, reads, or hears what their role doesn't allow.",
  when: "end",
  async findViolation(evidence) {
    return (
      (await findForbiddenEntry(evidence)) ?? findForbiddenAnswer(evidence) ?? findForbiddenTopic(evidence)
    );
  },
};

/** By the role that the log itself gives. */
async function findForbiddenEntry({ world, crowd }: Evidence): Promise<string | null> {
  // Who may sign off may also ask for it and be the second person.
  const isSignOff = (id: string | null) =>
    crowd.intents.some(
      ({ operationId, act }) =>
        operationId === id && (act.do === "sign-off" || act.do === "approve-sign-off"),
    );
  for (const { phase, action, actor, outcome, operationId } of await readAuditLog(world)) {
    const permission = isSignOff(operationId) ? NEEDED["sign-off"] : AUDITED[action];
    const isAllowed = phase === "begin" || (phase === "event" && outcome === "succeeded");
    if (isAllowed && permission && actor && !can(actor.role, permission))
      return `${actor.role} began ${action} (${operationId})`;
  }
  return null;
}

/** By the roles that the admins gave. */
function findForbiddenAnswer({ world, crowd, readers }: Evidence): string | null {
  const mayNot = (person: Parameters<typeof possibleRoles>[1], sentAt: number, permission: Permission) =>
    !possibleRoles(crowd, person, sentAt).some((role) => can(role, permission));
  for (const { act, person, begunAt, answers, operationId } of crowd.intents) {
    if (act.do === "sign-in" || act.do === "sign-out" || act.do === "give-code") continue;
    const isDone = answers.some(({ result }) => result?.ok);
    if ((isDone || world.network.hasSent(operationId)) && mayNot(person, begunAt, NEEDED[act.do]))
      return `${person} did ${act.do} (${operationId})`;
  }
  for (const { person, read, sentAt, answer } of readers.readings)
    if (answer?.status === 200 && mayNot(person, sentAt, ROUTES[read.what].permission))
      return `${person} read ${read.what}`;
  return null;
}

function findForbiddenTopic({ browsers }: Evidence): string | null {
  const heard = browsers.find((browser) => browser.findForbidden());
  return heard ? `${heard.person} heard of ${heard.findForbidden()}` : null;
}
