const MAX_LENGTH = 31;
const FORBIDDEN = /[[\]:*?/\\\p{Cc}]/gu;

/** Gives each sheet a name that Excel accepts and that no other sheet has: `Cards`, `Cards (2)`. */
export class SheetNames {
  readonly #taken = new Set<string>();

  add(wanted: string): string {
    const clean =
      wanted
        .toWellFormed()
        .replace(FORBIDDEN, " ")
        .replace(/^'+|'+$/g, "")
        .trim() || "Sheet";
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : ` (${number})`;
      const name = clean.slice(0, MAX_LENGTH - suffix.length).toWellFormed() + suffix;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}
