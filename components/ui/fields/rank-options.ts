type RankedOption = { label: string; detail?: string };

/** Best match first, because Enter selects the first option: "Niger" must not select Nigeria. */
export function rankOptions<Option extends RankedOption>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const query = normalize(text);
  if (query === "") return options;
  return options
    .map((option) => ({ option, rank: findRank(option, query) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((left, right) => left.rank - right.rank)
    .map(({ option }) => option);
}

const NO_MATCH = Number.POSITIVE_INFINITY;

function findRank({ label, detail = "" }: RankedOption, query: string): number {
  const name = normalize(label);
  const note = normalize(detail);
  if (name === query || note === query) return 0;
  // Among names with more words, the shortest is closest to what was typed.
  if (`${name} `.startsWith(`${query} `)) return 1 + name.length / 1_000;
  if (name.startsWith(query)) return 2;
  if (` ${name} ${note}`.includes(` ${query}`)) return 3;
  return `${name} ${note}`.includes(query) ? 4 : NO_MATCH;
}

/** Removes accents, case and punctuation. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
