import "server-only";
import { findEntriesByReference } from "@/lib/audit/find-entries";
import { listPeople } from "@/lib/auth/people";
import { findIdsByText } from "@/lib/card-index/find-ids";
import { wordsOf } from "@/lib/domain/search-text";

export type AuditTargets = {
  /** The cards, customers and colleagues that are meant: the log itself holds ids and no names. */
  ids: string[];
  /** What was done to any of them, or by one of these colleagues. The text itself may be an id of something else. */
  about: { targets: string[]; actors: string[]; entries: number[] };
  /** More cards match than the filter takes. */
  isCut: boolean;
};

/** Whom or what a text means: a last four, a name or an id, or an entry by its number, its hash or an id it holds. */
export async function findAuditTargets(text: string): Promise<AuditTargets> {
  const [{ cards, customers, isCut }, people, entries] = await Promise.all([
    findIdsByText(text),
    listPeople(),
    findEntriesByReference(text),
  ]);
  const wanted = wordsOf(text);
  const isMeant = ({ id, name }: { id: string; name: string }) =>
    id === text || (wanted.length > 0 && wanted.every((word) => beginsWord(name, word)));
  const colleagues = people.filter(isMeant).map(({ id }) => id);
  const ids = [...cards, ...customers, ...colleagues];
  const about = {
    targets: [...new Set([text, ...ids])],
    actors: [...new Set([text, ...colleagues])],
    entries,
  };
  return { ids, about, isCut };
}

function beginsWord(name: string, typed: string): boolean {
  return wordsOf(name).some((word) => word.startsWith(typed));
}
