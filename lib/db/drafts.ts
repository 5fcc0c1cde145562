import "server-only";
import { CardApplication } from "@/lib/contract/card-application";
import { withoutCardNumbers } from "@/lib/contract/card-numbers";
import { canonicalJson } from "@/lib/domain/canonical-json";
import { pool } from "./database";
import { rowContext, seal, unseal } from "./seal";

export type StoredDraft = {
  id: string;
  operationId: string;
  /** Null once the card is issued, and where it can't be read. */
  application: CardApplication | null;
  /** Why what was typed can't be read: its secret is gone, or another version of the program saved it. */
  unreadable: "secret" | "version" | null;
  savedAt: string;
  /** Grows with each save that changes something. */
  version: number;
  /** What came of the intent so far: not sent, under way or unknown, or the card that it made. */
  outcome: "unsent" | "open" | { cardId: string };
};

type Row = {
  id: string;
  operation_id: string;
  sealed: string | null;
  saved_at: Date;
  version: number;
  state: string | null;
  target: string | null;
};

const COLUMNS = `d.id, d.operation_id, d.sealed, d.saved_at, d.version, o.state, o.target
  from drafts d left join operations o on o.id = d.operation_id`;

export async function findDraft(id: string, personId: string): Promise<StoredDraft | null> {
  const { rows } = await (await pool()).query<Row>(`select ${COLUMNS} where d.id = $1 and d.person_id = $2`, [
    id,
    personId,
  ]);
  return rows[0] ? toDraft(rows[0]) : null;
}

/** Old drafts are pruned: nobody has more than these under way. */
const MOST_DRAFTS = 50;

/** What this person began and did not finish, the last changed first. */
export async function listUnfinishedDrafts(personId: string): Promise<StoredDraft[]> {
  const { rows } = await (await pool()).query<Row>(
    `select ${COLUMNS}
     where d.person_id = $1 and d.sealed is not null and o.state is distinct from 'succeeded'
     order by d.saved_at desc, d.id limit ${MOST_DRAFTS}`,
    [personId],
  );
  return rows.map(toDraft);
}

type Save = {
  id: string;
  personId: string;
  application: CardApplication;
  operationId: string;
  /** The intent that has ended without a card, in whose place the new one stands. */
  replaces?: string | undefined;
  /** The tab that saves, and the version that it has changed. */
  tabId: string;
  basedOn: number;
};

/** A stale save was refused: the draft is another tab's newer version. */
export type SavedDraft = StoredDraft & { isStale: boolean };

/** Keeps what was typed, except card numbers. Gives the draft as it then is; null when the id is somebody else's. */
export async function saveDraft(save: Save): Promise<SavedDraft | null> {
  const application = withoutCardNumbers(save.application);
  const before = await findDraft(save.id, save.personId);
  const isSame =
    before?.application != null && canonicalJson(before.application) === canonicalJson(application);
  // A tab whose last answer was lost doesn't know its own version: its id tells that nobody saved in between.
  // An intent that made a card keeps nothing any more, whichever tab is late.
  const { rowCount } = await (await pool()).query(
    `insert into drafts as d (id, person_id, operation_id, sealed, saved_by_tab) values ($1, $2, $3, $4, $6)
     on conflict (id) do update set
       sealed = excluded.sealed,
       saved_at = now(),
       operation_id = case when d.operation_id = $5 then excluded.operation_id else d.operation_id end,
       version = case when $8 then d.version else d.version + 1 end,
       saved_by_tab = case when $8 then d.saved_by_tab else excluded.saved_by_tab end
     where d.person_id = excluded.person_id
       and (d.version = $7 or d.saved_by_tab = excluded.saved_by_tab)
       and not exists (select from operations o where o.id = d.operation_id and o.state = 'succeeded')`,
    [
      save.id,
      save.personId,
      save.operationId,
      seal(application, rowContext("drafts.sealed", save.id)),
      save.replaces ?? null,
      save.tabId,
      isSame ? before.version : save.basedOn,
      isSame,
    ],
  );
  const draft = await findDraft(save.id, save.personId);
  return draft && { ...draft, isStale: rowCount === 0 && typeof draft.outcome === "string" };
}

export async function discardDraft(id: string, personId: string): Promise<void> {
  await (await pool()).query("delete from drafts where id = $1 and person_id = $2", [id, personId]);
}

/** The card is there: what was typed for it is not needed any more. */
export async function emptyDraftOf(operationId: string): Promise<void> {
  await (await pool()).query("update drafts set sealed = null where operation_id = $1", [operationId]);
}

function toDraft({ id, operation_id, sealed, saved_at, version, state, target }: Row): StoredDraft {
  const isIssued = state === "succeeded" && target !== null;
  return {
    id,
    operationId: operation_id,
    ...(sealed === null || isIssued ? { application: null, unreadable: null } : openApplication(id, sealed)),
    savedAt: saved_at.toISOString(),
    version,
    outcome: isIssued ? { cardId: target } : state === "begun" || state === "unknown" ? "open" : "unsent",
  };
}

function openApplication(id: string, sealed: string): Pick<StoredDraft, "application" | "unreadable"> {
  const opened = unseal(sealed, rowContext("drafts.sealed", id));
  if (opened === null) return { application: null, unreadable: "secret" };
  const read = CardApplication.safeParse(opened);
  return read.success
    ? { application: withoutCardNumbers(read.data), unreadable: null }
    : { application: null, unreadable: "version" };
}
