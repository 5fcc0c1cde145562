import { BRIDGE_PARTS, type Bridge } from "@/lib/domain/reconciliation/bridge";

export type BridgeBar = {
  name: string;
  /** An exact decimal, for the text. */
  amount: string;
  tone: "up" | "down" | "total" | "unexplained";
  /** In percent of the drawing. */
  x: number;
  width: number;
  y: number;
  height: number;
  /** Where the next bar begins. */
  endY: number;
};

const GAP = 0.28;
const MIN_HEIGHT = 0.6;

/** A waterfall: each part begins where the one before ended, and the last bar is their sum. */
export function layoutBridge({ parts, settled }: Bridge): { bars: BridgeBar[]; zeroY: number } {
  let sum = 0;
  const steps = parts.map(({ name, amount }) => {
    const start = sum;
    sum += Number(amount);
    return { name: BRIDGE_PARTS[name], amount, start, end: sum, isUnexplained: name === "unexplained" };
  });
  const last = { name: "Settled", amount: settled, start: 0, end: Number(settled), isUnexplained: false };
  const all = [...steps, last];
  const values = [0, ...all.flatMap(({ start, end }) => [start, end])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const toY = (value: number) => (high === low ? 100 : ((high - value) / (high - low)) * 100);
  const slot = 100 / all.length;
  const bars = all.map(({ name, amount, start, end, isUnexplained }, index): BridgeBar => {
    const top = Math.min(toY(start), toY(end));
    return {
      name,
      amount,
      tone: index === steps.length ? "total" : isUnexplained ? "unexplained" : end < start ? "down" : "up",
      x: index * slot + (slot * GAP) / 2,
      width: slot * (1 - GAP),
      y: top,
      height: Math.max(Math.abs(toY(start) - toY(end)), Number(amount) === 0 ? 0 : MIN_HEIGHT),
      endY: toY(end),
    };
  });
  return { bars, zeroY: toY(0) };
}
