import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardLineArt } from "./card-line-art";
import { type CardPalette, cardDesign, MOTIFS } from "./card-palette";

const NAMES = ["midnight", "harbour", "ember", "ledger", "graphite", "tide", "saffron", "violet"];
const AA = 4.5;

describe("cardDesign", () => {
  it("is deterministic for an ID", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const { motif, palette } = cardDesign(id);
        expect(cardDesign(id)).toEqual({ motif, palette });
        expect(cardLineArt(id, motif, 1)).toEqual(cardLineArt(id, motif, 1));
      }),
    );
  });

  it("gives every named design its own motif and background", () => {
    const designs = NAMES.map((name) => cardDesign(`dsg_${name}`));
    expect(new Set(designs.map(({ motif }) => motif)).size).toBe(NAMES.length);
    expect(new Set(designs.map(({ palette }) => palette.paper)).size).toBe(NAMES.length);
  });

  it("distributes unknown IDs over all motifs", () => {
    const motifs = Array.from({ length: 200 }, (_, index) => cardDesign(`design-${index}`).motif);
    expect(new Set(motifs)).toEqual(new Set(MOTIFS));
  });

  it("keeps text readable on every background it can have", () => {
    const ids = [
      ...NAMES.map((name) => `dsg_${name}`),
      ...Array.from({ length: 400 }, (_, index) => `any-${index}`),
    ];
    for (const id of ids) {
      const { palette } = cardDesign(id);
      for (const background of textBackgrounds(palette)) {
        expect(contrast(luminance(palette.ink), background), id).toBeGreaterThanOrEqual(AA);
      }
    }
  });

  it("draws far fewer lines in a gallery", () => {
    for (const name of NAMES) {
      const { motif } = cardDesign(`dsg_${name}`);
      const count = (density: number) =>
        cardLineArt(name, motif, density).flatMap(({ copies }) => copies).length;
      expect(count(0.68)).toBeLessThan(count(1) * 0.8);
      expect(JSON.stringify(cardLineArt(name, motif, 1)).length).toBeLessThan(14_000);
    }
  });
});

type Color = [red: number, green: number, blue: number];

// At the end of the text the veil is half transparent, and lines have at most 85% opacity.
function textBackgrounds({ paper, shade, line }: CardPalette): number[] {
  const [paperColor, shadeColor, lineColor] = [toLinear(paper), toLinear(shade), toLinear(line)];
  return [paperColor, shadeColor, mix(shadeColor, lineColor, 0.85 * 0.5)].map(luminanceOf);
}

function mix(under: Color, over: Color, share: number): Color {
  return under.map((value, index) => value + ((over[index] ?? 0) - value) * share) as Color;
}

function luminance(color: string): number {
  return luminanceOf(toLinear(color));
}

function luminanceOf([red, green, blue]: Color): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(left: number, right: number): number {
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

function toLinear(color: string): Color {
  const hex = /^#(..)(..)(..)$/.exec(color);
  if (hex) {
    return hex.slice(1).map((pair) => {
      const value = Number.parseInt(pair, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }) as Color;
  }
  const [lightness = 0, chroma = 0, hue = 0] = (/\((.+)\)/.exec(color)?.[1] ?? "").split(" ").map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((value) => Math.min(Math.max(value, 0), 1)) as Color;
}
