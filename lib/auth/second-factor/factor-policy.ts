import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { DEFAULT_GRACE_DAYS, type FactorPolicy, type FactorRule } from "@/lib/domain/people/factor-policy";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { FACTOR_DUE_AT, hasFactorSql } from "./factor-sql";

/** What a new live dashboard requires. With the sandbox everything is optional, because its logins are shared. */
const REQUIRED_WHEN_LIVE: ReadonlySet<Role> = new Set(["admin", "manager"]);

/** Adds the defaults once. What an admin has chosen stays. */
export async function seedFactorPolicies(mode: "sandbox" | "live"): Promise<void> {
  const db = await pool();
  for (const role of ROLES) {
    const rule: FactorRule = mode === "live" && REQUIRED_WHEN_LIVE.has(role) ? "required" : "optional";
    await db.query(
      `insert into factor_policies (role, rule, required_since, grace_days)
       values ($1, $2, case when $2 = 'required' then now() end, $3) on conflict do nothing`,
      [role, rule, DEFAULT_GRACE_DAYS],
    );
  }
}

export async function listFactorPolicies(db: pg.Pool | pg.ClientBase): Promise<FactorPolicy[]> {
  const { rows } = await db.query<FactorPolicy>(
    `select role, rule, grace_days as "graceDays" from factor_policies`,
  );
  return ROLES.map(
    (role) =>
      rows.find((policy) => policy.role === role) ?? {
        role,
        rule: "optional",
        graceDays: DEFAULT_GRACE_DAYS,
      },
  );
}

export async function findFactorRule(db: pg.Pool | pg.ClientBase, role: Role): Promise<FactorRule> {
  const { rows } = await db.query<{ rule: FactorRule }>("select rule from factor_policies where role = $1", [
    role,
  ]);
  return rows[0]?.rule ?? "optional";
}

/** The grace period begins when the rule becomes `required`, and doesn't begin again while it is. */
export async function changeFactorPolicy(
  client: pg.ClientBase,
  { role, rule, graceDays }: FactorPolicy,
): Promise<void> {
  await client.query(
    `insert into factor_policies as f (role, rule, required_since, grace_days)
     values ($1, $2, case when $2 = 'required' then now() end, $3)
     on conflict (role) do update set rule = excluded.rule, grace_days = excluded.grace_days,
       required_since = case when excluded.rule = 'required' then coalesce(f.required_since, excluded.required_since) end`,
    [role, rule, graceDays],
  );
}

/** Until when the person has to add a factor. Null if they have one, or need none. */
export async function findFactorDueAt(personId: string): Promise<Date | null> {
  const db = await pool();
  const { rows } = await db.query<{ dueAt: Date | null }>(
    `select ${FACTOR_DUE_AT} as "dueAt" from people p where p.id = $1 and not ${hasFactorSql("p.id")}`,
    [personId],
  );
  return rows[0]?.dueAt ?? null;
}

/** Active people by role. */
export async function countPeopleWithoutFactor(db: pg.Pool | pg.ClientBase): Promise<Map<Role, number>> {
  const { rows } = await db.query<{ role: Role; people: number }>(
    `select p.role, count(*)::int as people from people p
     where p.state = 'active' and not ${hasFactorSql("p.id")} group by p.role`,
  );
  return new Map(rows.map(({ role, people }) => [role, people]));
}

export async function listPeopleWithFactor(db: pg.Pool | pg.ClientBase): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(`select p.id from people p where ${hasFactorSql("p.id")}`);
  return new Set(rows.map(({ id }) => id));
}
