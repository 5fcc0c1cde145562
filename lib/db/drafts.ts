import "server-only";
import { CardApplication } from "@/lib/contract/card-application";
import { withoutCardNumbers } from "@/lib/contract/card-numbers";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { pool } from "./database";
import { rowContext, seal, unseal } from "./seal";

export type StoredDraft = {
  id: string;
  operationId: string;
  /** Null once the card is issued, and if it can't be read. */
  application: CardApplication | null;
  /** Why the application can't be read: its secret is not configured, or another version saved it. */
  unreadable: "secret" | "version" | null;
  savedAt: string;
  /** Increases with each save that changes something. */
  version: number;
  /** Not sent, running or unknown, the created card, or the request that waits for a second person. */
  outcome: "unsent" | "open" | { cardId: string } | { requestId: string };
};

type Row = {
  id: string;
  operation_id: string;
  sealed: string | null;
  saved_at: Date;
  version: number;
  state: string | null;
  target: string | null;
  isRequested: boolean;
};

const COLUMNS = `d.id, d.operation_id, d.sealed, d.saved_at, d.version, o.state, o.target,
    coalesce(r.state in ('waiting', 'approved'), false) as "isRequested"
  from drafts d left join operations o on o.id = d.operation_id
    left join approval_requests r on r.id = d.operation_id`;

export async function findDraft(id: string, personId: string): Promise<StoredDraft | null> {
  const { rows } = await (await pool()).query<Row>(`select ${COLUMNS} where d.id = $1 and d.person_id = $2`, [
    id,
    personId,
  ]);
  return rows[0] ? toDraft(rows[0]) : null;
}

/** More than anyone has, because old drafts are pruned. */
const MAX_DRAFTS = 50;

/** Sorted by last change, newest first. */
export async function listUnfinishedDrafts(personId: string): Promise<StoredDraft[]> {
  const { rows } = await (await pool()).query<Row>(
    `select ${COLUMNS}
     where d.person_id = $1 and d.sealed is not null and o.state is distinct from 'succeeded'
     order by d.saved_at desc, d.id limit ${MAX_DRAFTS}`,
    [personId],
  );
  return rows.map(toDraft);
}

type DraftUpdate = {
  id: string;
  personId: string;
  application: CardApplication;
  operationId: string;
  /** The failed operation that the new one replaces. */
  replaces?: string | undefined;
  /** The tab that saves, and the version that it is based on. */
  tabId: string;
  basedOn: number;
};

/** If stale, nothing was saved and the draft is another tab's newer version. */
export type SavedDraft = StoredDraft & { isStale: boolean };

/** A request that ended without a card leaves its draft to be sent as a new one. */
const HAS_ENDED_REQUEST = `exists (select from approval_requests r where r.id = d.operation_id
  and r.state in ('declined', 'withdrawn', 'expired', 'void'))`;

/** Saves the application without card numbers. Returns the resulting draft; null if the ID belongs to someone else. */
export async function saveDraft(save: DraftUpdate): Promise<SavedDraft | null> {
  const application = withoutCardNumbers(save.application);
  const before = await findDraft(save.id, save.personId);
  const isSame =
    before?.application != null && canonicalJson(before.application) === canonicalJson(application);
  // A tab whose last response was lost doesn't know the current version, so its own ID is accepted too if it saved last.
  // Nothing is saved once the card has been created.
  const { rowCount } = await (await pool()).query(
    `insert into drafts as d (id, person_id, operation_id, sealed, saved_by_tab) values ($1, $2, $3, $4, $6)
     on conflict (id) do update set
       sealed = excluded.sealed,
       saved_at = now(),
       operation_id = case
         when d.operation_id = $5 then excluded.operation_id
         when ${HAS_ENDED_REQUEST} then gen_random_uuid()
         else d.operation_id end,
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

/** Deletes the application once its card has been created. */
export async function clearDraftOf(operationId: string): Promise<void> {
  await (await pool()).query("update drafts set sealed = null where operation_id = $1", [operationId]);
}

function toDraft(row: Row): StoredDraft {
  const { id, operation_id, sealed, saved_at, version, state, target } = row;
  const isIssued = state === "succeeded" && target !== null;
  return {
    id,
    operationId: operation_id,
    ...(sealed === null || isIssued ? { application: null, unreadable: null } : openApplication(id, sealed)),
    savedAt: saved_at.toISOString(),
    version,
    outcome: isIssued ? { cardId: target } : outcomeOf(row),
  };
}

function outcomeOf({ operation_id, state, isRequested }: Row): StoredDraft["outcome"] {
  if (state === "begun" || state === "unknown") return "open";
  return state === null && isRequested ? { requestId: operation_id } : "unsent";
}

function openApplication(id: string, sealed: string): Pick<StoredDraft, "application" | "unreadable"> {
  const unsealed = unseal(sealed, rowContext("drafts.sealed", id));
  if (unsealed === null) return { application: null, unreadable: "secret" };
  const parsed = CardApplication.safeParse(unsealed);
  return parsed.success
    ? { application: withoutCardNumbers(parsed.data), unreadable: null }
    : { application: null, unreadable: "version" };
}
