"use client";

import { Chip } from "@/components/ui/chip";
import { Popover } from "@/components/ui/popover";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { AmountPanelProps } from "./amount-panel";
import { amountWords } from "./amount-words";

type Amounts = { min: string | null; max: string | null };

const panel = loadOnIntent<AmountPanelProps>(() => import("./amount-panel"));

/** What the card was billed, from and up to, both included. */
export function AmountFilter({ min, max, onChange }: Amounts & { onChange: (amounts: Amounts) => void }) {
  return (
    <Popover
      label="Billed amount"
      preload={panel.preload}
      trigger={(props) => (
        <Chip {...props} name="Billed" value={amountWords(min, max)} isOn={min !== null || max !== null} />
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
