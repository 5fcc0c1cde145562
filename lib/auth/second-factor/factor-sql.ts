import "server-only";

/** SQL: whether a person has a second factor. Recovery codes are no factor of their own. */
export function hasFactorSql(personId: string): string {
  return `(exists (select from authenticators a where a.person_id = ${personId} and a.confirmed_at is not null)
    or exists (select from passkeys k where k.person_id = ${personId}))`;
}

/** SQL: when the grace period of the person `p` ends; null if their role doesn't require a factor. */
export const FACTOR_DUE_AT = `(select greatest(f.required_since, p.created_at) + make_interval(days => f.grace_days)
  from factor_policies f where f.role = p.role and f.rule = 'required')`;

/** SQL: in the session `s`, the person `p` may do nothing but add a factor or sign out. A provider asks for its own. */
export const MUST_ADD_FACTOR = `(s.method <> 'single-sign-on' and not ${hasFactorSql("p.id")} and coalesce(${FACTOR_DUE_AT} <= now(), false))`;
