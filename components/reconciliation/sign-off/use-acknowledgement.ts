"use client";

import { useState } from "react";
import { areAllAcknowledged, type OpenPoint } from "@/lib/domain/reconciliation/open-points";

export type Acknowledgement = ReturnType<typeof useAcknowledgement>;

/** Which points a person has ticked. A point that is new since then isn't. */
export function useAcknowledgement(points: readonly OpenPoint[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [wasTried, setWasTried] = useState(false);
  const acknowledged = points.flatMap(({ key }) => (ticked.has(key) ? key : []));
  const isComplete = areAllAcknowledged(points, acknowledged);
  return {
    isTicked: (key: string) => ticked.has(key),
    tick: (key: string, isTicked: boolean) =>
      setTicked(new Set([...ticked].filter((other) => other !== key).concat(isTicked ? key : []))),
    isMissing: wasTried && !isComplete,
    /** Null, and the fields say so, if not all are ticked. */
    take: () => {
      setWasTried(!isComplete);
      return isComplete ? acknowledged : null;
    },
    clear: () => {
      setTicked(new Set());
      setWasTried(false);
    },
  };
}
