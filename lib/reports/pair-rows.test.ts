import fc from "fast-check";
import { expect, it } from "vitest";
import { DigestIds } from "./digest-ids";
import { NO_PARTNER, pairRows } from "./pair-rows";

it("pairs each row with one alike, by occurrence, and none twice", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const digests = new DigestIds(before.length + after.length);
      const idsOf = (rows: string[]) => Uint32Array.from(rows, (text) => digests.idOf(text));
      const [earlier, later] = [idsOf(before), idsOf(after)];
      const partners = pairRows(earlier, later, digests.size);
      const occurrence = (rows: string[], position: number) =>
        rows.slice(0, position).filter((text) => text === rows[position]).length;
      for (const [position, partner] of partners.entries()) {
        const nth = occurrence(after, position);
        const alike = before.flatMap((text, index) => (text === after[position] ? [index] : []));
        expect(partner).toBe(alike[nth] ?? NO_PARTNER);
      }
      expect(digests.size).toBe(new Set([...before, ...after]).size);
    }),
  );
});
