"use client";

import { Suspense } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { DecisionFieldsProps } from "./decision-fields";

const fields = loadOnIntent<DecisionFieldsProps>(() => import("./decision-fields"));

/** Loaded only where somebody can decide, so that the page of every card doesn't carry it. */
export function DecisionForm(props: DecisionFieldsProps) {
  return (
    <Suspense>
      <fields.Component {...props} />
    </Suspense>
  );
}
