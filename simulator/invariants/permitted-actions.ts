import type { AuditEntry } from "@/lib/audit/entry";
import { can, type Permission } from "@/lib/domain/people/permissions";
import type { Invariant } from "./invariant";

const PERMISSIONS: Record<string, Permission> = {
  "card.create": "cards.create",
  "card.freeze": "cards.freeze",
  "card.unfreeze": "cards.freeze",
  "card.block": "cards.block",
  "card.reissue": "cards.reissue",
  "card.note": "cards.note",
  "person.disable": "users.manage",
  "person.enable": "users.manage",
  "person.change-role": "users.manage",
};

export const permittedActions: Invariant = {
  name: "permitted-actions",
  promise: "Nobody does or hears what their role doesn't allow.",
  when: "end",
  async findViolation({ world, crowd, browsers }) {
    const rows = await world.databases.dashboard.read<{ body: string }>(
      "select body from audit order by seq",
    );
    for (const { body } of rows) {
      const { phase, action, actor, operationId } = JSON.parse(body) as AuditEntry;
      const permission = PERMISSIONS[action];
      if (phase === "begin" && permission && actor && !can(actor.role, permission))
        return `${actor.role} began ${action} (${operationId})`;
    }
    const isRoleChanged = crowd.intents.some(({ act }) => act.do === "change-role");
    const heard = isRoleChanged ? undefined : browsers.find((browser) => browser.findForbidden());
    return heard ? `${heard.person} heard of ${heard.findForbidden()}` : null;
  },
};
