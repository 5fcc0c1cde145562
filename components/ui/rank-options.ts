type RankedOption = { label: string; detail?: string };

/** What contains the text, the best match first: Enter takes the first, so "Niger" must not lead to Nigeria. */
export function rankOptions<Option extends RankedOption>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const wanted = normalize(text);
  if (wanted === "") return options;
  return options
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((left, right) => left.rank - right.rank)
    .map(({ option }) => option);
}

const NO_MATCH = Number.POSITIVE_INFINITY;

function rankOf({ label, detail = "" }: RankedOption, wanted: string): number {
  const name = normalize(label);
  const note = normalize(detail);
  if (name === wanted || note === wanted) return 0;
  // Among names that continue with more words, the shortest says the least beyond what was typed.
  if (`${name} `.startsWith(`${wanted} `)) return 1 + name.length / 1_000;
  if (name.startsWith(wanted)) return 2;
  if (` ${name} ${note}`.includes(` ${wanted}`)) return 3;
  return `${name} ${note}`.includes(wanted) ? 4 : NO_MATCH;
}

/** Accents, capitals and punctuation are not what people search by. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
