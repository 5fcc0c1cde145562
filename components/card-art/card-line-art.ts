import { type Motif, seededRandom } from "./card-palette";

/**
 * A guilloche pattern as in security printing: one curve, repeated with small rotations, shifts or scales, so that a
 * card needs one short path and its transforms instead of thousands of points.
 */
export type LineLayer = { path: string; copies: string[]; opacity: number };

export const FACE = { width: 340, height: 214 } as const;

type Point = readonly [x: number, y: number];
type Draw = (random: () => number, density: number) => LineLayer[];

const DRAW = {
  rings: (random, density) => {
    const near = [262 + 20 * (random() - 0.5), 52 + 24 * (random() - 0.5)] as const;
    const far = [near[0] - 40 - 20 * random(), near[1] + 92 + 16 * random()] as const;
    const count = Math.round(34 * density);
    const step = 330 / count;
    const around = ([x, y]: Point) =>
      times(
        count,
        (index) => `translate(${formatNumber(x)} ${formatNumber(y)})scale(${formatNumber(8 + index * step)})`,
      );
    return [
      { path: UNIT_CIRCLE, copies: around(near), opacity: 0.85 },
      { path: UNIT_CIRCLE, copies: around(far), opacity: 0.55 },
    ];
  },

  swell: (random, density) => {
    const phase = 6 * random();
    const count = Math.round(46 * density);
    const step = 290 / count;
    const wave = curve(range(-90, 560, 13, (x) => [x, 15 * Math.sin(x / 41 + phase) + 7 * Math.sin(x / 19)]));
    const cross = curve(range(-90, 440, 15, (x) => [x, 22 * Math.sin(x / 64 - phase)]));
    return [
      {
        path: wave,
        copies: times(count, (index) => shift(-index * step * 0.62, index * step - 34)),
        opacity: 0.8,
      },
      {
        path: cross,
        copies: times(Math.round(count / 2), (index) => shift(index * 3, index * step * 2 - 34)),
        opacity: 0.4,
      },
    ];
  },

  spirals: (random, density) => {
    const center = [258 + 30 * (random() - 0.5), 128 + 40 * (random() - 0.5)] as const;
    const growth = 0.4 + 0.08 * random();
    const arm = curve(range(0, 10.8, 0.36, (angle) => polar(5 * Math.exp(growth * angle), angle)));
    const count = Math.round(30 * density);
    const rotatedCopies = (mirror: string) =>
      times(
        count,
        (index) =>
          `translate(${formatNumber(center[0])} ${formatNumber(center[1])})rotate(${formatNumber((360 / count) * index)})${mirror}`,
      );
    return [
      { path: arm, copies: rotatedCopies(""), opacity: 0.85 },
      { path: arm, copies: rotatedCopies("scale(1 -1)"), opacity: 0.6 },
    ];
  },

  ribbons: (random, density) => {
    const length = 64 + 16 * random();
    const phases = Math.round(9 * density);
    const band = (height: number, wave: number) =>
      curve(range(-120, 380, wave / 8, (x) => [x, height * Math.sin((2 * Math.PI * x) / wave)]));
    const rows = (wave: number, offset: number) =>
      times(8 * phases, (index) =>
        shift(((index % phases) / phases) * wave, Math.floor(index / phases) * 30.5 + offset),
      );
    return [
      { path: band(15, length), copies: rows(length, 0), opacity: 0.75 },
      { path: band(6, length / 2), copies: rows(length / 2, 15.25), opacity: 0.5 },
    ];
  },

  barleycorn: (random, density) => {
    const center = [236 + 30 * (random() - 0.5), 107 + 20 * (random() - 0.5)] as const;
    const circlesAround = (radius: number, count: number) =>
      times(
        count,
        (index) =>
          `translate(${formatNumber(center[0])} ${formatNumber(center[1])})rotate(${formatNumber((360 / count) * index)})translate(${radius} 0)scale(${radius})`,
      );
    return [
      { path: UNIT_CIRCLE, copies: circlesAround(34, Math.round(40 * density)), opacity: 0.7 },
      { path: UNIT_CIRCLE, copies: circlesAround(86, Math.round(64 * density)), opacity: 0.6 },
    ];
  },

  tide: (random, density) => {
    const phase = 6 * random();
    const wave = curve(
      range(-160, 460, 14, (x) => [x, 20 * Math.sin(x / 46 + phase) + 8 * Math.sin(x / 21)]),
    );
    const count = Math.round(52 * density);
    const copies = times(count, (index) => {
      const near = index / (count - 1);
      return `translate(${formatNumber(-120 * near)} ${formatNumber(18 + 230 * near ** 1.7)})scale(1 ${formatNumber(0.06 + 1.15 * near, 2)})`;
    });
    return [{ path: wave, copies, opacity: 0.8 }];
  },

  rays: (random, density) => {
    const center = [286 + 24 * (random() - 0.5), 168 + 40 * (random() - 0.5)] as const;
    const turn = 12 + 3 * random();
    const ray = curve(range(14, 390, 9.5, (x) => [x, x * 0.05 * Math.sin(x / turn)]));
    const count = Math.round(96 * density);
    const copies = times(
      count,
      (index) =>
        `translate(${formatNumber(center[0])} ${formatNumber(center[1])})rotate(${formatNumber((360 / count) * index)})`,
    );
    return [{ path: ray, copies, opacity: 0.75 }];
  },

  rosette: (random, density) => {
    const center = [250 + 30 * (random() - 0.5), 98 + 30 * (random() - 0.5)] as const;
    const lobes = 7 + Math.floor(4 * random());
    const flower = curve(
      range(0, 2 * Math.PI, Math.PI / (lobes * 3), (angle) =>
        polar(1 + 0.17 * Math.sin(lobes * angle), angle),
      ).slice(0, -1),
      { isClosed: true, digits: 3 },
    );
    const count = Math.round(40 * density);
    const twist = (direction: 1 | -1) =>
      times(
        count,
        (index) =>
          `translate(${formatNumber(center[0])} ${formatNumber(center[1])})rotate(${formatNumber(direction * index * 2.6)})scale(${formatNumber(9 + (index * 300) / count)})`,
      );
    return [
      { path: flower, copies: twist(1), opacity: 0.8 },
      { path: flower, copies: twist(-1), opacity: 0.45 },
    ];
  },
} as const satisfies Record<Motif, Draw>;

/** `density` is the fraction of lines to draw: 1 for the large face. */
export function cardLineArt(designId: string, motif: Motif, density: number): LineLayer[] {
  return DRAW[motif](seededRandom(`${designId}/lines`), density);
}

const UNIT_CIRCLE = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0";

function curve(points: Point[], options: { isClosed?: boolean; digits?: number } = {}): string {
  const { isClosed = false, digits = 1 } = options;
  const at = (index: number): Point => {
    const last = points.length - 1;
    const position = isClosed ? (index + points.length) % points.length : Math.min(Math.max(index, 0), last);
    return points[position] ?? [0, 0];
  };
  const write = (...values: number[]) => values.map((value) => formatNumber(value, digits)).join(" ");
  const segments = times(isClosed ? points.length : points.length - 1, (index) => {
    const [before, start, end, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    // Catmull-Rom spline.
    return `C${write(
      start[0] + (end[0] - before[0]) / 6,
      start[1] + (end[1] - before[1]) / 6,
      end[0] - (after[0] - start[0]) / 6,
      end[1] - (after[1] - start[1]) / 6,
      end[0],
      end[1],
    )}`;
  });
  return `M${write(...at(0))}${segments.join("")}${isClosed ? "Z" : ""}`;
}

function range(start: number, end: number, step: number, pointAt: (value: number) => Point): Point[] {
  return times(Math.floor((end - start) / step) + 1, (index) => pointAt(start + index * step));
}

function polar(radius: number, angle: number): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

const shift = (x: number, y: number) => `translate(${formatNumber(x)} ${formatNumber(y)})`;

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function formatNumber(value: number, digits = 1): string {
  return String(Number(value.toFixed(digits)));
}
