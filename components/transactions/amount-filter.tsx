"use client";

import { Popover } from "@/components/ui/popups/popover";
import { Chip } from "@/components/ui/values/chip";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { AmountPanelProps } from "./amount-panel";
import { amountText } from "./amount-text";

type Amounts = { min: string | null; max: string | null };

const panel = loadOnIntent<AmountPanelProps>(() => import("./amount-panel"));

/** Filters by billed amount, inclusive. */
export function AmountFilter({ min, max, onChange }: Amounts & { onChange: (amounts: Amounts) => void }) {
  return (
    <Popover
      label="Billed amount"
      preload={panel.preload}
      trigger={(props) => (
        <Chip {...props} name="Billed" value={amountText(min, max)} isOn={min !== null || max !== null} />
      )}
    >
      {(close) => (
        <panel.Component
          min={min}
          max={max}
          onChange={(amounts) => {
            onChange(amounts);
            close();
          }}
        />
      )}
    </Popover>
  );
}
