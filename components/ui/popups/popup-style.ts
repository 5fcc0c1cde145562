export const POPUP_STYLE =
  "rounded-panel border border-line-strong bg-raised text-body text-ink shadow-pop outline-none origin-(--transform-origin) transition-[scale,opacity] duration-quick ease-settle data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-instant:duration-0";

export const POSITIONER_STYLE = "z-50 max-w-[calc(100vw-1rem)] outline-none";
