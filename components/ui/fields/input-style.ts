/** 16 px on touch screens, because phones zoom in on smaller text. */
export const INPUT_STYLE =
  "w-full min-w-0 rounded-control border border-line-control bg-surface px-2.5 text-body text-ink transition-colors duration-quick hover:border-ink-3 focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:focus-visible:outline-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken touch:text-[1rem]";

export const INPUT_HEIGHT = "h-8 touch:h-11";
