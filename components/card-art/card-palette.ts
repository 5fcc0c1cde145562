/** The background is a gradient from `paper` to `shade`; text has the color `ink`. */
export type CardPalette = { paper: string; shade: string; line: string; foil: string; ink: string };

export const MOTIFS = [
  "rings",
  "swell",
  "spirals",
  "ribbons",
  "barleycorn",
  "tide",
  "rays",
  "rosette",
] as const;
export type Motif = (typeof MOTIFS)[number];

export type CardDesign = { motif: Motif; palette: CardPalette };

const WHITE = "#ffffff";

/** Hand-picked designs; any other ID gets a generated one. */
const NAMED_DESIGNS: Record<string, CardDesign> = {
  midnight: {
    motif: "rings",
    palette: { paper: "#0c1330", shade: "#1a2760", line: "#4f68e0", foil: "#c3ccff", ink: WHITE },
  },
  harbour: {
    motif: "swell",
    palette: { paper: "#082a3a", shade: "#0f4c63", line: "#2f8fb0", foil: "#c9eefb", ink: WHITE },
  },
  ember: {
    motif: "spirals",
    palette: { paper: "#35100c", shade: "#74250f", line: "#d2603a", foil: "#ffd3b4", ink: WHITE },
  },
  ledger: {
    motif: "ribbons",
    palette: { paper: "#f5efdf", shade: "#e4d8ba", line: "#a8935f", foil: "#7d6733", ink: "#2f2610" },
  },
  graphite: {
    motif: "barleycorn",
    palette: { paper: "#1a1a1d", shade: "#3a3a40", line: "#8b8b95", foil: "#e6e6ec", ink: WHITE },
  },
  tide: {
    motif: "tide",
    palette: { paper: "#0a2c25", shade: "#12573f", line: "#35a07b", foil: "#c8f3e0", ink: WHITE },
  },
  saffron: {
    motif: "rays",
    palette: { paper: "#f6c64c", shade: "#e89a1d", line: "#c47c12", foil: "#6f4306", ink: "#2b1800" },
  },
  violet: {
    motif: "rosette",
    palette: { paper: "#220e42", shade: "#48217f", line: "#9065e6", foil: "#e2d3ff", ink: WHITE },
  },
};

/** Deterministic: an ID always gives the same design. */
export function cardDesign(designId: string): CardDesign {
  const name = designId.replace(/^dsg_/, "");
  if (Object.hasOwn(NAMED_DESIGNS, name)) return NAMED_DESIGNS[name] as CardDesign;
  const random = seededRandom(designId);
  const motif = MOTIFS[Math.floor(random() * MOTIFS.length)] ?? "rings";
  return { motif, palette: generatePalette(Math.round(random() * 360), random() < 0.22) };
}

// Fixed lightness keeps the text readable with any hue.
function generatePalette(hue: number, isLight: boolean): CardPalette {
  const tone = (lightness: number, chroma: number, turn = 0) =>
    `oklch(${lightness} ${chroma} ${(hue + turn) % 360})`;
  if (isLight) {
    return {
      paper: tone(0.95, 0.025),
      shade: tone(0.88, 0.05, 14),
      line: tone(0.68, 0.09),
      foil: tone(0.45, 0.09),
      ink: tone(0.25, 0.05),
    };
  }
  return {
    paper: tone(0.22, 0.055),
    shade: tone(0.37, 0.095, 14),
    line: tone(0.6, 0.13),
    foil: tone(0.9, 0.05),
    ink: WHITE,
  };
}

/** A pseudorandom number generator seeded with the text. */
export function seededRandom(text: string): () => number {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
