import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const CSS = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const MIN_TEXT_CONTRAST = 4.5;
const MIN_BORDER_CONTRAST = 3;

const tokens = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name ?? "",
    { light: light ?? "", dark: dark ?? "" },
  ]),
);

const BACKGROUNDS = ["paper", "surface", "sunken", "raised", "hover", "press", "accent-soft"];
const TEXT_COLORS = ["ink", "ink-2", "ink-3", "accent", "good", "cold", "bad", "warn"];

const TEXT_PAIRS = [
  ...BACKGROUNDS.flatMap((background) => TEXT_COLORS.map((ink) => [ink, background])),
  ...["good", "cold", "bad", "warn"].map((tone) => [tone, `${tone}-soft`]),
  ...["good", "cold", "bad", "warn"].flatMap((tone) => [
    ["ink", `${tone}-soft`],
    ["ink-2", `${tone}-soft`],
  ]),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["bad-ink", "bad-solid"],
  ["bad-ink", "bad-solid-hover"],
  ["paper", "ink"],
] as [string, string][];

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  it.each(TEXT_PAIRS)("has readable contrast for %s on %s", (ink, background) => {
    expect(contrast(getToken(ink, theme), getToken(background, theme))).toBeGreaterThanOrEqual(
      MIN_TEXT_CONTRAST,
    );
  });

  it.each(["paper", "surface", "raised"])("has visible control borders on %s", (background) => {
    expect(contrast(getToken("line-control", theme), getToken(background, theme))).toBeGreaterThanOrEqual(
      MIN_BORDER_CONTRAST,
    );
  });
});

function getToken(name: string, theme: "light" | "dark"): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no token --${name}.`);
  return token[theme];
}

function contrast(left: string, right: string): number {
  const [one, other] = [luminance(left), luminance(right)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
