import { Panel } from "@/components/ui/panel";
import { ShapeMark } from "@/components/ui/values/badge";
import { can, type Permission, ROLE_DESCRIPTIONS, ROLES } from "@/lib/domain/people/permissions";

/** Each row shows one representative permission; the cells come from the server's permission table. */
const ROWS: readonly { name: string; permission: Permission }[] = [
  { name: "View cards, transactions, and designs", permission: "cards.read" },
  { name: "Freeze and unfreeze cards, add notes", permission: "cards.freeze" },
  { name: "Issue, block, and reissue cards", permission: "cards.create" },
  { name: "Approve requests of others", permission: "approvals.decide" },
  { name: "Export lists", permission: "lists.export" },
  { name: "View reports", permission: "reports.read" },
  { name: "Request and download reports", permission: "reports.request" },
  { name: "View webhooks", permission: "webhooks.read" },
  { name: "Reprocess webhooks", permission: "webhooks.replay" },
  { name: "View and export the audit log", permission: "audit.read" },
  { name: "Manage people and settings", permission: "users.manage" },
  { name: "Use the sandbox", permission: "sandbox.use" },
];

export function RoleTable() {
  return (
    <Panel title="Role permissions" isFlush className="mt-8">
      <div className="hidden md:block">
        <table className="w-full">
          <thead>
            <tr className="border-line border-b text-small text-ink-2">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Permission
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className="w-24 px-2 py-2 text-center font-medium">
                  <span className="inline-block first-letter:uppercase">{role}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ name, permission }) => (
              <tr key={permission} className="border-line border-b last:border-0">
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  {name}
                </th>
                {ROLES.map((role) => (
                  <td key={role} className="px-2 py-2 text-center">
                    {can(role, permission) ? (
                      <>
                        <ShapeMark shape="check" className="mx-auto text-good" />
                        <span className="sr-only">yes</span>
                      </>
                    ) : (
                      <span className="text-ink-3">
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">no</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="divide-y divide-line md:hidden">
        {ROLES.map((role) => (
          <div key={role} className="px-4 py-2.5">
            <dt className="font-medium first-letter:uppercase">{role}</dt>
            <dd className="text-ink-2">{ROLE_DESCRIPTIONS[role]}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
