/** `public/designs/<id>.(svg|png|webp)` by ID, listed by next.config.mjs at build time. */
const DESIGN_IMAGES: Record<string, string> = JSON.parse(process.env.DESIGN_ART ?? "{}");

/** The program's own image for a design, if there is one. */
export function designImage(designId: string): string | undefined {
  return Object.hasOwn(DESIGN_IMAGES, designId) ? DESIGN_IMAGES[designId] : undefined;
}
