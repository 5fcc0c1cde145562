import { classNames } from "@/components/ui/class-names";

/**
 * primary: the main action of a view. plain: any other action. ghost: a minor action. danger: opens the confirmation of
 * a destructive action. destructive: confirms an action that can't be undone.
 */
export type ButtonTone = "primary" | "plain" | "ghost" | "danger" | "destructive";
export type ButtonSize = "small" | "normal" | "large";

const BASE_CLASSES =
  "relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control border font-medium transition-colors duration-quick aria-disabled:cursor-not-allowed disabled:cursor-not-allowed";

const TONE_CLASSES = {
  primary: "border-accent bg-accent text-accent-ink",
  plain: "border-line-strong bg-surface text-ink",
  ghost: "border-transparent bg-transparent text-ink-2",
  danger: "border-bad-line bg-surface text-bad",
  destructive: "border-bad-solid bg-bad-solid text-bad-ink",
} as const satisfies Record<ButtonTone, string>;

const HOVER_CLASSES = {
  primary: "hover:border-accent-hover hover:bg-accent-hover active:opacity-90",
  plain: "hover:border-line-control hover:bg-hover active:bg-press",
  ghost: "hover:bg-hover hover:text-ink active:bg-press",
  danger: "hover:border-bad hover:bg-bad-soft active:bg-bad-soft",
  destructive: "hover:border-bad-solid-hover hover:bg-bad-solid-hover active:opacity-90",
} as const satisfies Record<ButtonTone, string>;

const SIZE_CLASSES = {
  small: "h-7 gap-1.5 px-2 text-small touch:h-9",
  normal: "h-8 gap-1.5 px-3 text-body touch:h-10",
  large: "h-10 gap-2 px-4 text-lead",
} as const satisfies Record<ButtonSize, string>;

const SQUARE_CLASSES = {
  small: "size-7 touch:size-9",
  normal: "size-8 touch:size-10",
  large: "size-10",
} as const satisfies Record<ButtonSize, string>;

type ButtonStyleOptions = {
  tone: ButtonTone;
  size: ButtonSize;
  isInactive?: boolean;
  square?: boolean;
  className?: string | undefined;
};

export function buttonStyle({
  tone,
  size,
  isInactive = false,
  square = false,
  className,
}: ButtonStyleOptions): string {
  return classNames(
    BASE_CLASSES,
    TONE_CLASSES[tone],
    isInactive ? "opacity-55" : HOVER_CLASSES[tone],
    square ? SQUARE_CLASSES[size] : SIZE_CLASSES[size],
    className,
  );
}
