import type { Migration } from "@/lib/postgres/migrate";

export const APPROVALS: Migration = {
  name: "039-approvals",
  sql: `
    -- One row: which actions need a second person.
    create table approval_settings (
      id boolean primary key default true check (id),
      version integer not null default 1,
      -- Null until they are saved for the first time.
      settings jsonb
    );
    insert into approval_settings default values;

    -- What waits for a second person, and what became of it. The ID is also that of the operation that runs.
    create table approval_requests (
      id uuid primary key,
      kind text not null check (kind in ('block', 'reissue', 'issue', 'role', 'policy')),
      target text,
      -- The policy as it was.
      policy jsonb not null,
      -- The input, the target's state, and the reason; sealed.
      content text not null,
      state text not null
        check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired', 'void', 'emergency')),
      requester_id uuid not null references people,
      requester_address text,
      requester_agent text,
      -- From the device cookie; null if the browser had none.
      requester_device text,
      requested_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Null if nobody decided: it expired, or became void.
      decided_by uuid references people,
      decided_at timestamptz,
      -- The decision's sentence; sealed.
      comment text,
      is_same_device boolean not null default false,
      outcome text check (outcome in ('succeeded', 'failed')),
      outcome_message text,
      finished_at timestamptz
    );
    -- One at a time for each target.
    create unique index approval_requests_waiting on approval_requests (kind, target) where state = 'waiting';
    create index approval_requests_open on approval_requests (requested_at)
      where state = 'waiting' or (state in ('approved', 'emergency') and finished_at is null);
    create index approval_requests_of_requester on approval_requests (requester_id, requested_at desc);
    create index approval_requests_by_target on approval_requests (target, requested_at desc);
    create index approval_requests_decided on approval_requests (decided_at desc) where state <> 'waiting';
  `,
};
