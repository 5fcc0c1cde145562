import { classNames } from "./class-names";

const NAMES: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  enter: "↵",
  escape: "Esc",
};

/** Keys to press: `keys="mod+k"` together, `keys="g c"` one after the other. */
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
    // A plain one stands on a button, which is named by what it does and tells its key by aria-keyshortcuts.
    <span
      aria-hidden={plain || undefined}
      className={classNames("inline-flex items-center gap-0.5", className)}
    >
      {keys.split(/[ +]/).map((key, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never change place
          key={index}
          className={classNames(
            "min-w-[1.125rem] rounded-[4px] px-1 text-center font-mono text-caption",
            plain ? "opacity-75" : "border border-line bg-surface text-ink-2",
          )}
        >
          {key === "mod" ? (
            <Mod />
          ) : (
            (NAMES[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
          )}
        </kbd>
      ))}
    </span>
  );
}

// The server says on <html> whose keyboard this is.
function Mod() {
  return (
    <>
      <span className="in-data-[keyboard=apple]:hidden">Ctrl</span>
      <span className="not-in-data-[keyboard=apple]:hidden">⌘</span>
    </>
  );
}
