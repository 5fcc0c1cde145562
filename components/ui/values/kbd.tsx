import { classNames } from "@/components/ui/class-names";

const KEY_SYMBOLS: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  enter: "↵",
  escape: "Esc",
};

/** `keys="mod+k"` is a chord, `keys="g c"` a sequence. */
export function Kbd({
  keys,
  plain,
  className,
}: {
  keys: string;
  plain?: boolean;
  className?: string | undefined;
}) {
  return (
    // A plain one is inside a button, which has aria-keyshortcuts.
    <span
      aria-hidden={plain || undefined}
      className={classNames("inline-flex items-center gap-0.5", className)}
    >
      {keys.split(/[ +]/).map((key, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change order
          key={index}
          className={classNames(
            "min-w-[1.125rem] rounded-[4px] px-1 text-center font-mono text-caption",
            plain ? "opacity-75" : "border border-line bg-surface text-ink-2",
          )}
        >
          {key === "mod" ? (
            <ModKey />
          ) : (
            (KEY_SYMBOLS[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
          )}
        </kbd>
      ))}
    </span>
  );
}

// The server sets the platform on <html>, and CSS shows the matching key.
function ModKey() {
  return (
    <>
      <span className="in-data-[keyboard=apple]:hidden">Ctrl</span>
      <span className="not-in-data-[keyboard=apple]:hidden">⌘</span>
    </>
  );
}
