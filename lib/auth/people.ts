import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { hashPassword } from "./password";

export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  state: "invited" | "active" | "disabled";
  passwordHash: string | null;
  lastSeenAt: Date | null;
  createdAt: Date;
};

const PERSON_COLUMNS = `id, email, name, role, state, password_hash as "passwordHash", last_seen_at as "lastSeenAt",
  created_at as "createdAt"`;

export const DEMO_PEOPLE: Record<Role, { email: string; name: string }> = {
  admin: { email: "admin@cardwell.test", name: "Ines Duarte" },
  manager: { email: "manager@cardwell.test", name: "Jonas Weber" },
  support: { email: "support@cardwell.test", name: "Mina Reyes" },
  finance: { email: "finance@cardwell.test", name: "Tomasz Lis" },
  auditor: { email: "auditor@cardwell.test", name: "Adaeze Obi" },
};

export async function findPersonByEmail(db: pg.Pool | pg.ClientBase, email: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select ${PERSON_COLUMNS} from people where lower(email) = lower($1)`,
    [email],
  );
  return rows[0] ?? null;
}

export async function findPerson(db: pg.Pool | pg.ClientBase, id: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(`select ${PERSON_COLUMNS} from people where id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Like findPerson, but locks the row until the transaction ends. Rows that refer to the person can still be inserted:
 * otherwise, telling somebody something would wait for their sign-in. Lock people before the audit log.
 */
export async function lockPerson(client: pg.ClientBase, id: string): Promise<Person | null> {
  const { rows } = await client.query<Person>(
    `select ${PERSON_COLUMNS} from people where id = $1 for no key update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Locks all admins until the transaction ends, so that who is one can't change. Lock them before anyone else. */
export async function lockAdmins(client: pg.ClientBase): Promise<Pick<Person, "id" | "state">[]> {
  const { rows } = await client.query<Pick<Person, "id" | "state">>(
    "select id, state from people where role = 'admin' order by id for no key update",
  );
  return rows;
}

export async function listPeople(): Promise<Person[]> {
  const db = await pool();
  const { rows } = await db.query<Person>(
    `select ${PERSON_COLUMNS} from people order by state = 'disabled', lower(name)`,
  );
  return rows;
}

export type NewPerson = Pick<Person, "email" | "name" | "role" | "state" | "passwordHash"> & {
  isDemo?: boolean;
};

/** Returns null if the email address is already in use. */
export async function insertPerson(db: pg.Pool | pg.ClientBase, person: NewPerson): Promise<string | null> {
  const id = randomUUID();
  const inserted = await db.query(
    `insert into people (id, email, name, role, state, password_hash, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, person.email, person.name, person.role, person.state, person.passwordHash, person.isDemo ?? false],
  );
  return inserted.rowCount ? id : null;
}

/** Demo people exist only with the sandbox; a live dashboard can't use the sandbox's database (issuer-identity.ts). */
export async function seedDemoPeople(mode: "sandbox" | "live"): Promise<void> {
  if (mode === "live") return;
  const db = await pool();
  const { rows } = await db.query("select 1 from people where is_demo limit 1");
  if (rows.length > 0) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const role of ROLES) {
    await insertPerson(db, { ...DEMO_PEOPLE[role], role, state: "active", passwordHash, isDemo: true });
  }
}
