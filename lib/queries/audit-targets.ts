import "server-only";
import { listPeople } from "@/lib/auth/people";
import { findIdsByText } from "@/lib/card-index/find-ids";
import { wordsOf } from "@/lib/domain/search-text";

export type AuditTargets = {
  /** The cards, customers and colleagues that are meant: the log itself holds ids and no names. */
  ids: string[];
  /** The same and the text itself, which may be an id of something else. */
  any: string[];
  /** More cards match than the filter takes. */
  isCut: boolean;
};

/** Whom a text means: a last four, a name or an id. */
export async function findAuditTargets(text: string): Promise<AuditTargets> {
  const [{ cards, customers, isCut }, people] = await Promise.all([findIdsByText(text), listPeople()]);
  const wanted = wordsOf(text);
  const isMeant = ({ id, name }: { id: string; name: string }) =>
    id === text || (wanted.length > 0 && wanted.every((word) => beginsWord(name, word)));
  const ids = [...cards, ...customers, ...people.filter(isMeant).map(({ id }) => id)];
  return { ids, any: [...new Set([text, ...ids])], isCut };
}

function beginsWord(name: string, typed: string): boolean {
  return wordsOf(name).some((word) => word.startsWith(typed));
}
