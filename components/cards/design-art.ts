/** `public/designs/<id>.(svg|png|webp)`, by id. Listed by next.config.mjs when the dashboard is built. */
const ART: Record<string, string> = JSON.parse(process.env.DESIGN_ART ?? "{}");

/** Real art for a design, where the program has put some in place of our drawing. */
export function artOf(designId: string): string | undefined {
  return Object.hasOwn(ART, designId) ? ART[designId] : undefined;
}
