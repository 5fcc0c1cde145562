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
