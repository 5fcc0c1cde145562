import "server-only";
import { findEntriesByReference } from "@/lib/audit/find-entries";
import { listPeople } from "@/lib/auth/people";
import { findIdsByText } from "@/lib/card-index/find-ids";
import { wordsOf } from "@/lib/domain/cards/search-text";

export type AuditTargets = {
  /** The matching cards, customers and colleagues: the log has only IDs. */
  ids: string[];
  /** Also includes the text itself, which may be an ID of something else. */
  about: { targets: string[]; actors: string[]; entries: number[] };
  /** More cards match than the filter uses. */
  isTruncated: boolean;
};

/** Resolves a last four, a name or an ID, or an entry by its number, its hash or an ID in it. */
export async function findAuditTargets(text: string): Promise<AuditTargets> {
  const [{ cards, customers, isTruncated }, people, entries] = await Promise.all([
    findIdsByText(text),
    listPeople(),
    findEntriesByReference(text),
  ]);
  const words = wordsOf(text);
  const isMatch = ({ id, name }: { id: string; name: string }) =>
    id === text || (words.length > 0 && words.every((word) => hasWordWithPrefix(name, word)));
  const colleagues = people.filter(isMatch).map(({ id }) => id);
  const ids = [...cards, ...customers, ...colleagues];
  const about = {
    targets: [...new Set([text, ...ids])],
    actors: [...new Set([text, ...colleagues])],
    entries,
  };
  return { ids, about, isTruncated };
}

function hasWordWithPrefix(name: string, typed: string): boolean {
  return wordsOf(name).some((word) => word.startsWith(typed));
}
