const PAPER = "#101830";
const LINE = "#3d57c9";
const FOIL = "#a9b8ff";

const RINGS = Array.from({ length: 34 }, (_, index) => 10 + index * 9.5);

/** A card with the line work of security printing: two families of rings that interfere. */
export function CardFace({ program }: { program: string }) {
  return (
    <svg
      viewBox="0 0 340 214"
      aria-hidden="true"
      className="block w-full rounded-[14px] shadow-[0_1px_0_rgb(0_0_0/0.08),0_18px_40px_-20px_rgb(0_0_0/0.5)]"
    >
      <rect width="340" height="214" fill={PAPER} />
      <g fill="none" stroke={LINE} strokeWidth="0.8" opacity="0.75">
        {RINGS.map((radius) => (
          <circle key={`near-${radius}`} cx="262" cy="58" r={radius} />
        ))}
        {RINGS.map((radius) => (
          <circle key={`far-${radius}`} cx="214" cy="150" r={radius} />
        ))}
      </g>
      <rect x="24" y="74" width="38" height="29" rx="5" fill={FOIL} opacity="0.92" />
      <path d="M24 88.5h14m10 0h14M38 74v29M48 74v29" stroke={PAPER} opacity="0.55" fill="none" />
      <g fill="#fff" className="font-sans">
        <text x="24" y="44" fontSize="15" fontWeight="600">
          {program}
        </text>
        <text x="24" y="164" fontSize="17" letterSpacing="2" className="font-mono">
          •••• •••• •••• 4471
        </text>
        <text x="24" y="190" fontSize="11.5" letterSpacing="1.4" opacity="0.9">
          CARDHOLDER NAME
        </text>
      </g>
    </svg>
  );
}
