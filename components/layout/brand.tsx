/** `isShort` visually hides the name on the narrowest screens. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="inline-flex items-center gap-[9px] text-[15px] font-semibold tracking-[-0.01em]">
      <svg viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor" aria-hidden="true">
        <rect x="1" y="4" width="18" height="12" rx="2.5" strokeWidth="1.5" />
        <path d="M1 8.2h18" strokeWidth="2.2" />
        <circle cx="14.8" cy="12.6" r="1.5" fill="currentColor" stroke="none" />
      </svg>
      <span className={isShort ? "max-[26rem]:sr-only" : undefined}>Cardwell</span>
    </span>
  );
}
