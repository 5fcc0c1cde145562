"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { changeView, presentationOf, type ViewState, viewHref } from "@/lib/url/view-href";
import { usePrefetch } from "./use-prefetch";

type ViewOptions<State> = {
  path: string;
  view: State;
  /** Passed by the server so that the schema isn't sent to the browser. */
  defaults: State;
};

export type Field<Value> = {
  value: Value;
  onChange: (value: Value) => void;
  /** The person is about to choose this value. */
  onIntent: (value: Value) => void;
};

type Change<State> = Partial<State> & Partial<ViewState>;

/**
 * Keeps the view in the URL. The controls show a change at once; the rows stay until the next ones arrive, and
 * `isPending` is true until then.
 */
export function useView<State extends ViewState>({ path, view, defaults }: ViewOptions<State>) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, setShown] = useOptimistic(view);
  const prefetch = usePrefetch();

  /** Pass `replace` for changes that need no history entry, such as each letter of a search. */
  function change(next: Change<State>, history: "push" | "replace" = "push") {
    const changed = changeView(shown, next as Partial<State>, defaults);
    const href = viewHref(path, changed, defaults);
    startTransition(() => {
      setShown(changed);
      router[history](href, { scroll: false });
    });
  }

  /** The URL after a change, for a link. */
  function hrefAfter(next: Change<State>): string {
    return viewHref(path, changeView(shown, next as Partial<State>, defaults), defaults);
  }

  /** The props of one field's filter, which prefetches a value before it is chosen. */
  function field<Name extends keyof State>(name: Name): Field<State[Name]> {
    const changeTo = (value: State[Name]) => ({ [name]: value }) as unknown as Change<State>;
    return {
      value: shown[name],
      onChange: (value) => change(changeTo(value)),
      onIntent: (value) => prefetch(hrefAfter(changeTo(value))),
    };
  }

  /** Clears the filters, except what is kept, and stays in the saved view. */
  const clearExcept = (kept: Change<State>) => change({ ...defaults, ...presentationOf(shown), ...kept });
  const clear = () => clearExcept({});

  return { view: shown, isPending, change, clear, clearExcept, hrefAfter, field };
}
