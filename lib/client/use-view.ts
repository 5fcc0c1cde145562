"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { changeView, type ViewState, viewHref } from "@/lib/url/view-href";

type ViewOptions<State> = {
  path: string;
  /** As the server read it from the URL. */
  view: State;
  /** The view's `defaults`, handed over by the server: the schema stays there. */
  defaults: State;
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

  /** Pass `replace` for what nobody wants to step back through, such as each letter of a search. */
  function change(next: Change<State>, history: "push" | "replace" = "push") {
    const changed = changeView(shown, next as Partial<State>, defaults);
    const href = viewHref(path, changed, defaults);
    startTransition(() => {
      showAhead(changed);
      router[history](href, { scroll: false });
    });
  }

  return {
    view: shown,
    isPending,
    change,
    clear: () => change(defaults),
    /** The address after a change, for a link. */
    hrefAfter: (next: Change<State>) =>
      viewHref(path, changeView(shown, next as Partial<State>, defaults), defaults),
  };
}
