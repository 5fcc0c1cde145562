"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import { parseStep, STEPS, type Step } from "./steps";
import { useBufferStepKeys } from "./use-buffer-step-keys";

type StepOptions = {
  draftId: string;
  /** The first incomplete step; later ones can't be opened. */
  reachable: Step;
  /** The step if the URL has none. */
  initialStep: Step;
};

/**
 * Keeps the current step in the URL. Incomplete steps limit how far a URL leads, but only when the URL changes: a field
 * that becomes valid must not move a person who is still typing in it.
 */
export function useStep({ draftId, reachable, initialStep }: StepOptions) {
  const searchParams = useSearchParams();
  const requested = parseStep(searchParams.get("step")) ?? initialStep;
  const [opened, setOpened] = useState({ requested, step: earlierOf(requested, reachable) });
  if (opened.requested !== requested) setOpened({ requested, step: earlierOf(requested, reachable) });
  const step = earlierOf(opened.step, reachable);
  const bufferKeysForStep = useBufferStepKeys(searchParams.toString());

  const urlDraft = searchParams.get("draft");
  const isInUrl = urlDraft === draftId && searchParams.get("step") === step;
  const url = stepHref(step);
  // Lets a reload or another tab open this draft at this step.
  useEffect(() => {
    if (!isInUrl) window.history.replaceState(null, "", url);
  }, [isInUrl, url]);

  function stepHref(target: Step, id = draftId): string {
    // Drop the parameters of another draft.
    const parameters = new URLSearchParams(urlDraft === null || urlDraft === id ? searchParams : "");
    parameters.set("draft", id);
    parameters.set("step", target);
    return `${NEW_CARD_PATH}?${parameters}`;
  }

  return {
    step,
    /** The step in the URL, which may not be reachable yet. */
    requested,
    stepHref,
    isAt,
    go(target: Step) {
      if (!isAt(target)) bufferKeysForStep();
      // The router doesn't know about `replaceState` above and sees no change here.
      if (target === requested) setOpened({ requested, step: earlierOf(target, reachable) });
      window.history.pushState(null, "", stepHref(target));
    },
    /** Opens a step of another draft before the URL has changed. */
    startOver(id: string, target: Step) {
      setOpened({ requested, step: target });
      window.history.pushState(null, "", stepHref(target, id));
    },
  };
}

/** Reads the URL, because a rendered value may be outdated after a slow call. */
function isAt(step: Step): boolean {
  return new URLSearchParams(window.location.search).get("step") === step;
}

function earlierOf(left: Step, right: Step): Step {
  return STEPS[Math.min(STEPS.indexOf(left), STEPS.indexOf(right))] ?? "customer";
}
