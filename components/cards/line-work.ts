import { type Motif, randomFrom } from "./card-palette";

/**
 * The line work of security printing, made as a rose engine makes it: one curve, turned, shifted or scaled a little
 * and cut again. A face holds one short path and its repeats, not a thousand points.
 */
export type LineLayer = { path: string; copies: string[]; opacity: number };

export const FACE = { width: 340, height: 214 } as const;

type Point = readonly [x: number, y: number];
type Draw = (random: () => number, fineness: number) => LineLayer[];

const DRAW = {
  rings: (random, fineness) => {
    const near = [262 + 20 * (random() - 0.5), 52 + 24 * (random() - 0.5)] as const;
    const far = [near[0] - 40 - 20 * random(), near[1] + 92 + 16 * random()] as const;
    const count = Math.round(34 * fineness);
    const step = 330 / count;
    const around = ([x, y]: Point) =>
      times(count, (index) => `translate(${fix(x)} ${fix(y)})scale(${fix(8 + index * step)})`);
    return [
      { path: UNIT_CIRCLE, copies: around(near), opacity: 0.85 },
      { path: UNIT_CIRCLE, copies: around(far), opacity: 0.55 },
    ];
  },

  swell: (random, fineness) => {
    const phase = 6 * random();
    const count = Math.round(46 * fineness);
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

  spirals: (random, fineness) => {
    const centre = [258 + 30 * (random() - 0.5), 128 + 40 * (random() - 0.5)] as const;
    const growth = 0.4 + 0.08 * random();
    const arm = curve(range(0, 10.8, 0.36, (angle) => polar(5 * Math.exp(growth * angle), angle)));
    const count = Math.round(30 * fineness);
    const turned = (mirror: string) =>
      times(
        count,
        (index) =>
          `translate(${fix(centre[0])} ${fix(centre[1])})rotate(${fix((360 / count) * index)})${mirror}`,
      );
    return [
      { path: arm, copies: turned(""), opacity: 0.85 },
      { path: arm, copies: turned("scale(1 -1)"), opacity: 0.6 },
    ];
  },

  ribbons: (random, fineness) => {
    const length = 64 + 16 * random();
    const phases = Math.round(9 * fineness);
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

  barleycorn: (random, fineness) => {
    const centre = [236 + 30 * (random() - 0.5), 107 + 20 * (random() - 0.5)] as const;
    const dial = (radius: number, count: number) =>
      times(
        count,
        (index) =>
          `translate(${fix(centre[0])} ${fix(centre[1])})rotate(${fix((360 / count) * index)})translate(${radius} 0)scale(${radius})`,
      );
    return [
      { path: UNIT_CIRCLE, copies: dial(34, Math.round(40 * fineness)), opacity: 0.7 },
      { path: UNIT_CIRCLE, copies: dial(86, Math.round(64 * fineness)), opacity: 0.6 },
    ];
  },

  tide: (random, fineness) => {
    const phase = 6 * random();
    const wave = curve(
      range(-160, 460, 14, (x) => [x, 20 * Math.sin(x / 46 + phase) + 8 * Math.sin(x / 21)]),
    );
    const count = Math.round(52 * fineness);
    const copies = times(count, (index) => {
      const near = index / (count - 1);
      return `translate(${fix(-120 * near)} ${fix(18 + 230 * near ** 1.7)})scale(1 ${fix(0.06 + 1.15 * near, 2)})`;
    });
    return [{ path: wave, copies, opacity: 0.8 }];
  },

  rays: (random, fineness) => {
    const centre = [286 + 24 * (random() - 0.5), 168 + 40 * (random() - 0.5)] as const;
    const turn = 12 + 3 * random();
    const ray = curve(range(14, 390, 9.5, (x) => [x, x * 0.05 * Math.sin(x / turn)]));
    const count = Math.round(96 * fineness);
    const copies = times(
      count,
      (index) => `translate(${fix(centre[0])} ${fix(centre[1])})rotate(${fix((360 / count) * index)})`,
    );
    return [{ path: ray, copies, opacity: 0.75 }];
  },

  rosette: (random, fineness) => {
    const centre = [250 + 30 * (random() - 0.5), 98 + 30 * (random() - 0.5)] as const;
    const lobes = 7 + Math.floor(4 * random());
    const flower = curve(
      range(0, 2 * Math.PI, Math.PI / (lobes * 3), (angle) =>
        polar(1 + 0.17 * Math.sin(lobes * angle), angle),
      ).slice(0, -1),
      { isClosed: true, digits: 3 },
    );
    const count = Math.round(40 * fineness);
    const twist = (direction: 1 | -1) =>
      times(
        count,
        (index) =>
          `translate(${fix(centre[0])} ${fix(centre[1])})rotate(${fix(direction * index * 2.6)})scale(${fix(9 + (index * 300) / count)})`,
      );
    return [
      { path: flower, copies: twist(1), opacity: 0.8 },
      { path: flower, copies: twist(-1), opacity: 0.45 },
    ];
  },
} as const satisfies Record<Motif, Draw>;

/** `fineness` is the share of lines that a size can show: 1 for the large face. */
export function lineWork(designId: string, motif: Motif, fineness: number): LineLayer[] {
  return DRAW[motif](randomFrom(`${designId}/lines`), fineness);
}

const UNIT_CIRCLE = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0";

function curve(points: Point[], options: { isClosed?: boolean; digits?: number } = {}): string {
  const { isClosed = false, digits = 1 } = options;
  const at = (index: number): Point => {
    const last = points.length - 1;
    const place = isClosed ? (index + points.length) % points.length : Math.min(Math.max(index, 0), last);
    return points[place] ?? [0, 0];
  };
  const write = (...values: number[]) => values.map((value) => fix(value, digits)).join(" ");
  const segments = times(isClosed ? points.length : points.length - 1, (index) => {
    const [before, start, end, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    // Catmull and Rom: a smooth line through few points.
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

const shift = (x: number, y: number) => `translate(${fix(x)} ${fix(y)})`;

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function fix(value: number, digits = 1): string {
  return String(Number(value.toFixed(digits)));
}
