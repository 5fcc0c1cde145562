"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { NEW_CARD_PATH } from "@/lib/domain/new-card-links";
import { readStep, STEPS, type Step } from "./steps";
import { useStepKeys } from "./use-step-keys";

type StepOptions = {
  draftId: string;
  /** The first step that lacks something: those after it cannot be opened. */
  reachable: Step;
  /** The step of an address that names none. */
  first: Step;
};

/**
 * The step on the screen, kept in the address. What is filled in limits how far an address leads, but only when the
 * address changes: a field that becomes valid must not move the person who is still typing in it.
 */
export function useStep({ draftId, reachable, first }: StepOptions) {
  const searchParams = useSearchParams();
  const wanted = readStep(searchParams.get("step")) ?? first;
  const [opened, setOpened] = useState({ wanted, step: earlier(wanted, reachable) });
  if (opened.wanted !== wanted) setOpened({ wanted, step: earlier(wanted, reachable) });
  const step = earlier(opened.step, reachable);
  const keepKeysForStep = useStepKeys(searchParams.toString());

  const addressDraft = searchParams.get("draft");
  const isNamed = addressDraft === draftId && searchParams.get("step") === step;
  const address = hrefOf(step);
  // From here on a reload finds this draft and this step, and another tab can open them too.
  useEffect(() => {
    if (!isNamed) window.history.replaceState(null, "", address);
  }, [isNamed, address]);

  function hrefOf(target: Step, id = draftId): string {
    // What the address says of another draft does not belong to this one.
    const parameters = new URLSearchParams(addressDraft === null || addressDraft === id ? searchParams : "");
    parameters.set("draft", id);
    parameters.set("step", target);
    return `${NEW_CARD_PATH}?${parameters}`;
  }

  return {
    step,
    /** Where the address leads, as far as what is filled in allows. */
    wanted,
    hrefOf,
    isAt,
    go(target: Step) {
      if (!isAt(target)) keepKeysForStep();
      // The router does not know what the first effect put into the address: this is no change to it.
      if (target === wanted) setOpened({ wanted, step: earlier(target, reachable) });
      window.history.pushState(null, "", hrefOf(target));
    },
    /** Opens a step of another draft, at once: the address follows a moment later. */
    startOver(id: string, target: Step) {
      setOpened({ wanted, step: target });
      window.history.pushState(null, "", hrefOf(target, id));
    },
  };
}

/** By the address itself: what was rendered when a slow call began may be a step behind. */
function isAt(step: Step): boolean {
  return new URLSearchParams(window.location.search).get("step") === step;
}

function earlier(left: Step, right: Step): Step {
  return STEPS[Math.min(STEPS.indexOf(left), STEPS.indexOf(right))] ?? "who";
}
