"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { changeView, type ViewState, viewHref } from "@/lib/url/view-href";
import { usePrefetch } from "./use-prefetch";

type ViewOptions<State> = {
  path: string;
  /** As the server read it from the URL. */
  view: State;
  /** The view's `defaults`, handed over by the server: the schema stays there. */
  defaults: State;
};

/** One field of a view, as a control shows and changes it. */
export type Field<Value> = {
  value: Value;
  onChange: (value: Value) => void;
  /** Someone comes near this value. */
  onNear: (value: Value) => void;
};

type Change<State> = Partial<State> & Partial<ViewState>;

/**
 * The URL is the view. A change shows at once in the controls, the rows stay until the next ones are here, and
 * `isPending` says that they are on their way.
 */
export function useView<State extends ViewState>({ path, view, defaults }: ViewOptions<State>) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, showAhead] = useOptimistic(view);
  const prefetch = usePrefetch();

  /** Pass `replace` for what nobody wants to step back through, such as each letter of a search. */
  function change(next: Change<State>, history: "push" | "replace" = "push") {
    const changed = changeView(shown, next as Partial<State>, defaults);
    const href = viewHref(path, changed, defaults);
    startTransition(() => {
      showAhead(changed);
      router[history](href, { scroll: false });
    });
  }

  /** The address after a change, for a link. */
  function hrefAfter(next: Change<State>): string {
    return viewHref(path, changeView(shown, next as Partial<State>, defaults), defaults);
  }

  /** What the filter of one field needs. The list that someone is about to choose is fetched before they do. */
  function field<Name extends keyof State>(name: Name): Field<State[Name]> {
    const changeTo = (value: State[Name]) => ({ [name]: value }) as unknown as Change<State>;
    return {
      value: shown[name],
      onChange: (value) => change(changeTo(value)),
      onNear: (value) => prefetch(hrefAfter(changeTo(value))),
    };
  }

  return { view: shown, isPending, change, clear: () => change(defaults), hrefAfter, field };
}
