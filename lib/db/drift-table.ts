import type { Migration } from "@/lib/postgres/migrate";

export const ISSUER_DRIFT: Migration = {
  name: "054-issuer-drift",
  sql: `
    -- How the issuer's answers differ from the contract, one row per kind. Deleted 30 days after it was last seen.
    create table issuer_drift (
      kind text not null,
      endpoint text not null,
      -- The path in the answer; empty for the answer itself.
      field text not null,
      -- Tells differences of the same field apart, such as an unknown status; else empty.
      value text not null,
      effect text not null,
      contract text not null,
      -- Masked before it is stored.
      example text not null,
      seen bigint not null,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (kind, endpoint, field, value)
    );
  `,
};
