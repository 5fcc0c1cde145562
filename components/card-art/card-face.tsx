import { useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { cardLineArt, FACE, type LineLayer } from "./card-line-art";
import { type CardPalette, cardDesign } from "./card-palette";
import { cardPrint, type PrintedCard, type PrintedDesign } from "./card-print";
import { designImage } from "./design-image";

type CardFaceProps = {
  /** The ID determines the drawing; without an ID the default design is used. */
  design?: (PrintedDesign & { id?: string }) | undefined;
  /** Without a card, only the design is shown. */
  card?: PrintedCard & { lastFour?: string; status?: string };
  /** `gallery` has fewer lines, for several cards on a page. Table rows use `CardThumb`. */
  size?: "large" | "gallery";
  /** The accessible name, if no text beside the card gives it. */
  label?: string;
  className?: string | undefined;
};

const DEFAULT_DESIGN = "dsg_midnight";
const LINE_DENSITY = { large: 1, gallery: 0.68 } as const;
const MAX_UNSCALED_NAME = 28;
const STATUS_OVERLAY: Record<string, "frozen" | "blocked"> = { FROZEN: "frozen", BLOCKED: "blocked" };

/** Draws a card from its design's ID; the same ID always gives the same drawing. */
export function CardFace({ design, card, size = "large", label, className }: CardFaceProps) {
  const id = useId();
  const designId = design?.id ?? DEFAULT_DESIGN;
  const { motif, palette } = cardDesign(designId);
  const image = designImage(designId);
  const overlay = STATUS_OVERLAY[card?.status ?? ""];
  return (
    <svg
      viewBox={`0 0 ${FACE.width} ${FACE.height}`}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames(
        "block w-full overflow-hidden shadow-card",
        size === "large" ? "rounded-[4.4%/7%]" : "rounded-[4%/6.4%]",
        overlay && (overlay === "frozen" ? "saturate-[0.65]" : "saturate-[0.3]"),
        className,
      )}
    >
      <Background id={id} palette={palette} />
      {image ? (
        <image href={image} width={FACE.width} height={FACE.height} preserveAspectRatio="xMidYMid slice" />
      ) : (
        <LineArt id={id} layers={cardLineArt(designId, motif, LINE_DENSITY[size])} palette={palette} />
      )}
      <rect width={FACE.width} height={FACE.height} fill={`url(#${id}-veil)`} />
      <Chip palette={palette} />
      <CardText palette={palette} lastFour={card?.lastFour ?? "0000"} {...cardPrint(card, design)} />
      {overlay && <StatusOverlay state={overlay} />}
      <rect
        x="0.5"
        y="0.5"
        width={FACE.width - 1}
        height={FACE.height - 1}
        rx="13.5"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.14"
      />
    </svg>
  );
}

function Background({ id, palette }: { id: string; palette: CardPalette }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}-paper`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={palette.paper} />
          <stop offset="1" stopColor={palette.shade} />
        </linearGradient>
        {/* Fades the lines behind the text. */}
        <linearGradient id={`${id}-veil`} x1="0" y1="0.5" x2="0.9" y2="0.25">
          <stop offset="0" stopColor={palette.paper} stopOpacity="0.86" />
          <stop offset="0.45" stopColor={palette.paper} stopOpacity="0.5" />
          <stop offset="1" stopColor={palette.paper} stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width={FACE.width} height={FACE.height} fill={`url(#${id}-paper)`} />
    </>
  );
}

function LineArt({ id, layers, palette }: { id: string; layers: LineLayer[]; palette: CardPalette }) {
  return (
    <g fill="none" stroke={palette.line} strokeWidth="0.75">
      {layers.map(({ path, copies, opacity }, index) => {
        const curveId = `${id}-line-${index}`;
        return (
          <g key={curveId} opacity={opacity}>
            <defs>
              <path id={curveId} d={path} vectorEffect="non-scaling-stroke" />
            </defs>
            {copies.map((transform) => (
              <use key={transform} href={`#${curveId}`} transform={transform} />
            ))}
          </g>
        );
      })}
    </g>
  );
}

function Chip({ palette }: { palette: CardPalette }) {
  return (
    <g>
      <rect x="24" y="72" width="40" height="31" rx="6" fill={palette.foil} />
      <path
        d="M24 82.5h11.5a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H24m40-10H52.5a3 3 0 0 0-3 3v4a3 3 0 0 0 3 3H64M38.5 84V72m11 12V72m-11 19v12m11-12v12"
        fill="none"
        stroke={palette.paper}
        strokeOpacity="0.55"
        strokeWidth="1.1"
      />
      <g fill="none" stroke={palette.ink} strokeWidth="1.6" strokeLinecap="round" strokeOpacity="0.85">
        <path d="M77 81.5a10 10 0 0 1 0 12" />
        <path d="M81.5 78.5a15.5 15.5 0 0 1 0 18" />
        <path d="M86 75.5a21 21 0 0 1 0 24" />
      </g>
    </g>
  );
}

type CardTextProps = { palette: CardPalette; title: string; lastFour: string; name: string };

function CardText({ palette, title, lastFour, name }: CardTextProps) {
  const scaling =
    name.length > MAX_UNSCALED_NAME ? { textLength: 288, lengthAdjust: "spacingAndGlyphs" } : {};
  return (
    <g fill={palette.ink} className="font-sans">
      <text x="24" y="42" fontSize="16" fontWeight="600" letterSpacing="-0.2">
        {title}
      </text>
      <g>
        {[0, 1, 2].map((group) =>
          [0, 1, 2, 3].map((dot) => (
            <circle key={`${group}-${dot}`} cx={27 + group * 46 + dot * 9} cy="154" r="2.1" />
          )),
        )}
        <text x="160" y="160.5" fontSize="18" letterSpacing="1.6" className="font-mono">
          {lastFour}
        </text>
      </g>
      <text x="24" y="189" fontSize="11" letterSpacing="1.1" {...scaling}>
        {name.toLocaleUpperCase("en")}
      </text>
    </g>
  );
}

function StatusOverlay({ state }: { state: "frozen" | "blocked" }) {
  const isFrozen = state === "frozen";
  return (
    <>
      <rect
        width={FACE.width}
        height={FACE.height}
        fill={isFrozen ? "#dcefff" : "#1b1a17"}
        fillOpacity={isFrozen ? 0.16 : 0.42}
      />
      <g transform="translate(296 36)" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round">
        <circle r="16" fill="#10202c" fillOpacity="0.72" stroke="none" />
        {isFrozen ? (
          <path d="M0-9V9M-7.8-4.5 7.800 4.5M7.800-4.5-7.800 4.5" />
        ) : (
          <path d="M-6-6 6 6M6-6-6 6" />
        )}
      </g>
    </>
  );
}
