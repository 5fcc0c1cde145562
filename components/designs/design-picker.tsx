"use client";

import { CardThumb } from "@/components/card-art/card-thumb";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { toRequestError } from "@/lib/client/request";
import type { CardDesign } from "@/lib/contract/card-design";
import { useDesigns } from "./use-designs";

type DesignPickerProps = {
  value: string;
  onChange: (designId: string) => void;
  legend?: string;
  error?: string | undefined;
  /** Shows whether a design supports an embossed name, which only physical cards have. */
  isPhysical?: boolean;
};

/** Designs that are out of stock are shown but disabled. */
export function DesignPicker({ value, onChange, legend = "Design", error, isPhysical }: DesignPickerProps) {
  const designs = useDesigns();
  if (designs.error) {
    const { refetch, isFetching } = designs;
    return (
      <ErrorState
        error={toRequestError(designs.error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        isInline
      />
    );
  }
  if (!designs.data) {
    return (
      <div role="status" aria-label="Loading designs" className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-14 w-full" />
        ))}
      </div>
    );
  }
  return (
    <RadioCards
      legend={legend}
      name="design"
      value={value}
      onChange={onChange}
      columns={2}
      error={error}
      options={designs.data.map((design) => ({
        value: design.id,
        label: design.name,
        detail: designDetail(design, isPhysical === true),
        aside: <CardThumb design={design.id} className="mt-0.5" />,
        ...(design.stock ? {} : { unavailable: "Out of stock" }),
      }))}
    />
  );
}

function designDetail(design: CardDesign, isPhysical: boolean): string | undefined {
  const details = [
    design.default ? "default" : null,
    isPhysical && !design.embossNameSupported ? "no name embossed" : null,
  ].filter((detail): detail is string => detail !== null);
  return details.length === 0 ? undefined : details.join(", ");
}
