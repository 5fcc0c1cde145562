"use client";

import { Popover } from "@/components/ui/popups/popover";
import { Chip } from "@/components/ui/values/chip";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { MerchantPanelProps } from "./merchant-panel";

const panel = loadOnIntent<MerchantPanelProps>(() => import("./merchant-panel"));

/** Filters by the merchant of the settlement files. */
export function MerchantFilter({ merchant, onChange }: MerchantPanelProps) {
  return (
    <Popover
      label="Merchant"
      preload={panel.preload}
      trigger={(props) => (
        <Chip {...props} name="Merchant" value={merchant || "any"} isOn={merchant !== ""} />
      )}
    >
      {(close) => (
        <panel.Component
          merchant={merchant}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}
