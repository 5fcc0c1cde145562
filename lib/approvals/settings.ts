import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import {
  type ApprovalPolicy,
  ApprovalSettings,
  approverRoles,
  DECIDING_PERMISSIONS,
  DEFAULT_APPROVAL_SETTINGS,
  type PolicyKind,
} from "@/lib/domain/approvals/policies";
import { can, type Role } from "@/lib/domain/people/permissions";

export type StoredSettings = { version: number; settings: ApprovalSettings };

/** Throws if they can't be read, so that nothing runs that may need a second person. */
export async function readApprovalSettings(
  db?: pg.Pool | pg.ClientBase,
  { isLocked = false } = {},
): Promise<StoredSettings> {
  const { rows } = await (db ?? (await pool())).query<{ version: number; settings: unknown }>(
    `select version, settings from approval_settings ${isLocked ? "for update" : ""}`,
  );
  const [row] = rows;
  if (!row) throw new Error("The approval settings have no row");
  const settings = row.settings === null ? DEFAULT_APPROVAL_SETTINGS : ApprovalSettings.parse(row.settings);
  return { version: row.version, settings };
}

/**
 * Whether people with this role can approve something. Locked, because no policy may be switched on until what nobody
 * may do alone for such a person has been committed.
 */
export async function isApprover(client: pg.ClientBase, role: Role): Promise<boolean> {
  const { settings } = await readApprovalSettings(client, { isLocked: true });
  return approverRoles(settings).includes(role);
}

export async function writeApprovalSettings(
  client: pg.ClientBase,
  settings: ApprovalSettings,
): Promise<void> {
  await client.query("update approval_settings set settings = $1, version = version + 1", [
    JSON.stringify(settings),
  ]);
}

export type Colleague = { id: string; name: string; email: string; role: Role };

export async function listActivePeople(db?: pg.Pool | pg.ClientBase): Promise<Colleague[]> {
  const { rows } = await (db ?? (await pool())).query<Colleague>(
    "select id, name, email, role from people where state = 'active' order by lower(name)",
  );
  return rows;
}

/** Those who may decide under this policy. Nobody decides on their own request, nor on their own role. */
export function approversOf(
  kind: PolicyKind,
  { approverRoles }: Pick<ApprovalPolicy, "approverRoles">,
  people: readonly Colleague[],
  /** The requester, and the target, which can be a person. */
  concerned: readonly (string | null)[],
): Colleague[] {
  return people.filter(
    ({ id, role }) =>
      !concerned.includes(id) && approverRoles.includes(role) && can(role, DECIDING_PERMISSIONS[kind]),
  );
}
