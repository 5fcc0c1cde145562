import type { Migration } from "@/lib/postgres/migrate";

export const ISSUE_RUNS: Migration = {
  name: "047-issue-runs",
  sql: `
    alter table runs drop constraint runs_kind_check;
    alter table runs add constraint runs_kind_check check (kind in ('freeze', 'unfreeze', 'block', 'issue'));
    -- What a run that issues cards will do, in numbers.
    alter table runs add column summary jsonb;
    -- The run whose failed rows this one tries again.
    alter table runs add column retry_of uuid references runs;
    -- The card of a row that isn't issued yet.
    alter table run_items alter column card_id drop not null;
    -- An issuer that answers two rows with the same card must not hold up all runs.
    alter table run_items drop constraint run_items_run_id_card_id_key;

    -- The rows of a file with cards to issue, from when they are sent until long after the run.
    create table issue_rows (
      -- The run that they are planned for. It exists once all rows have arrived.
      run_id uuid not null,
      position integer not null,
      person_id uuid not null references people,
      -- The row in the file.
      number integer not null,
      -- The request, encrypted. Deleted once the card is issued, or after the retention time.
      sealed text,
      -- A hash of customer, card type, and name on card.
      identity text not null,
      -- Of the rows of this run with the same identity, the how manieth this is.
      occurrence integer,
      -- A hash of the customer and the cells as they are in the file, whatever is the same for all rows.
      source text not null,
      source_occurrence integer,
      -- A card with this identity existed when the row was sent.
      has_card boolean not null,
      created_at timestamptz not null default now(),
      primary key (run_id, position)
    );
    create index issue_rows_of_person on issue_rows (person_id, created_at);

    -- Which row of all runs has issued a card, or is about to. It outlives the rows, so that a file can be sent again.
    create table issue_claims (
      -- An identity or a source.
      key text not null,
      occurrence integer not null,
      run_id uuid not null,
      position integer not null,
      primary key (key, occurrence)
    );
    create index issue_claims_of_row on issue_claims (run_id, position);
  `,
};

/** Rows and claims of the version before have only the keys of their exact spelling. */
export const FOLDED_ISSUE_ROWS: Migration = {
  name: "055-folded-issue-rows",
  steps: [
    {
      run: [
        // Like identity and source, whatever the spelling.
        `alter table issue_rows
           add column if not exists folded_identity text,
           add column if not exists folded_identity_occurrence integer,
           add column if not exists folded_source text,
           add column if not exists folded_source_occurrence integer`,
        // The same for IDs that may differ only in their spelling: the letters and digits, without case and accents.
        `create or replace function customer_key(id text) returns text language sql immutable parallel safe as $$
           select coalesce(nullif(regexp_replace(lower(normalize(id, NFKD) collate "C"),
             '[\\u0001-\\u002f\\u003a-\\u0060\\u007b-\\u00bf\\u0300-\\u036f\\u115f\\u1160\\u180b-\\u180f\\u2000-\\u206f\\u2800\\ufe00-\\ufe0f\\ufeff]',
             '', 'g'), ''), id) $$`,
        "drop index concurrently if exists indexed_cards_by_customer_key",
        "create index concurrently indexed_cards_by_customer_key on indexed_cards (customer_key(customer_id))",
      ],
    },
  ],
};

export const ISSUE_WARNINGS: Migration = {
  name: "057-issue-warnings",
  sql: `
    -- What a person should look at before the cards are issued, encrypted. Deleted when the run is started.
    alter table runs add column warnings text;
    -- The list of runs. A plan counts from when it was made.
    create index runs_by_start on runs (coalesce(started_at, created_at), id);
  `,
};

export const CLAIMS_IN_DOUBT: Migration = {
  name: "050-claims-in-doubt",
  sql: `
    -- A card was requested for the row, and might be issued after all. Trying the row again doesn't end that.
    alter table issue_claims add column is_in_doubt boolean not null default false;
    update issue_claims c set is_in_doubt = true from run_items i
    where i.run_id = c.run_id and i.position = c.position and i.state = 'failed';
  `,
};
