import { classNames } from "./class-names";

/**
 * primary: the one thing this view is for. plain: everything else. quiet: beside something that matters more.
 * danger: leads to harm, and asks first. final: the last step of what cannot be undone.
 */
export type ButtonTone = "primary" | "plain" | "quiet" | "danger" | "final";
export type ButtonSize = "small" | "normal" | "large";

const BASE =
  "relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control border font-medium transition-colors duration-quick aria-disabled:cursor-not-allowed disabled:cursor-not-allowed";

const TONE = {
  primary: "border-accent bg-accent text-accent-ink",
  plain: "border-line-strong bg-surface text-ink",
  quiet: "border-transparent bg-transparent text-ink-2",
  danger: "border-bad-line bg-surface text-bad",
  final: "border-bad-solid bg-bad-solid text-bad-ink",
} as const satisfies Record<ButtonTone, string>;

const LIVE = {
  primary: "hover:border-accent-hover hover:bg-accent-hover active:opacity-90",
  plain: "hover:border-line-control hover:bg-hover active:bg-press",
  quiet: "hover:bg-hover hover:text-ink active:bg-press",
  danger: "hover:border-bad hover:bg-bad-soft active:bg-bad-soft",
  final: "hover:border-bad-solid-hover hover:bg-bad-solid-hover active:opacity-90",
} as const satisfies Record<ButtonTone, string>;

const SIZE = {
  small: "h-7 gap-1.5 px-2 text-small touch:h-9",
  normal: "h-8 gap-1.5 px-3 text-body touch:h-10",
  large: "h-10 gap-2 px-4 text-lead",
} as const satisfies Record<ButtonSize, string>;

const SQUARE = {
  small: "size-7 touch:size-9",
  normal: "size-8 touch:size-10",
  large: "size-10",
} as const satisfies Record<ButtonSize, string>;

type Look = {
  tone: ButtonTone;
  size: ButtonSize;
  off?: boolean;
  square?: boolean;
  className?: string | undefined;
};

export function buttonStyle({ tone, size, off = false, square = false, className }: Look): string {
  return classNames(
    BASE,
    TONE[tone],
    off ? "opacity-55" : LIVE[tone],
    square ? SQUARE[size] : SIZE[size],
    className,
  );
}
