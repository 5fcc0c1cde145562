import { classNames } from "@/components/ui/class-names";
import { cardDesign, type Motif } from "./card-palette";
import { designImage } from "./design-image";

// A simplified version of each motif: more lines would look gray at this size.
const MOTIF_PATHS = {
  rings: "M21 24a9 9 0 0 1 18-3M15 24A15 15 0 0 1 40 9M9 24A21 21 0 0 1 38 2",
  swell: "M0 6q5-5 10 0t10 0 10 0 10 0M0 13q5-5 10 0t10 0 10 0 10 0M0 20q5-5 10 0t10 0 10 0 10 0",
  spirals: "M28 15q6-8 12-8M28 15q-4-10-14-12M28 15q-8 4-10 11M28 15q8 1 12 9M28 15Q22 8 26 0",
  ribbons: "M0 8q5-7 10 0t10 0 10 0 10 0M0 8q5 7 10 0t10 0 10 0 10 0M0 18q5-7 10 0t10 0 10 0 10 0",
  barleycorn:
    "M28.0 12.0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M25.0 17.2a6 6 0 1 0 12 0a6 6 0 1 0-12 0M19.0 17.2a6 6 0 1 0 12 0a6 6 0 1 0-12 0M16.0 12.0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M19.0 6.8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M25.0 6.8a6 6 0 1 0 12 0a6 6 0 1 0-12 0",
  tide: "M0 10q10-2 20 0t20 0M0 14q8-4 16 0t24 0M0 20q7-7 14 0t14 0 14 0",
  rays: "M33 19 12 0M33 19 24 0M33 19V0M33 19 0 12M33 19 0 22M33 19l7-12",
  rosette:
    "M32.0 11.0Q36.7 16.0 30.0 14.5Q28.0 21.0 26.0 14.5Q19.3 16.0 24.0 11.0Q19.3 6.0 26.0 7.5Q28.0 1.0 30.0 7.5Q36.7 6.0 32.0 11.0M37.0 11.0Q44.5 20.5 32.5 18.8Q28.0 30.0 23.5 18.8Q11.5 20.5 19.0 11.0Q11.5 1.5 23.5 3.2Q28.0 -8.0 32.5 3.2Q44.5 1.5 37.0 11.0",
} as const satisfies Record<Motif, string>;

type CardThumbProps = { design: string; size?: string; className?: string | undefined };

/** A decorative thumbnail for table rows. */
export function CardThumb({ design, size = "h-[1.4375rem] w-9", className }: CardThumbProps) {
  const { motif, palette } = cardDesign(design);
  const image = designImage(design);
  return (
    <svg
      viewBox="0 0 40 25"
      aria-hidden="true"
      className={classNames("shrink-0 rounded-[4px]", size, className)}
    >
      <path d="M0 0h40v25H0z" fill={palette.shade} />
      {image ? (
        <image href={image} width="40" height="25" preserveAspectRatio="xMidYMid slice" />
      ) : (
        <path d={MOTIF_PATHS[motif]} fill="none" stroke={palette.line} />
      )}
      <path
        d="M5.5 9h4a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5h-4A1.5 1.5 0 0 1 4 13.5v-3A1.5 1.5 0 0 1 5.5 9z"
        fill={palette.foil}
      />
    </svg>
  );
}
