"use client";

import { type ComponentType, useEffect, useState } from "react";

type Loaded<Props> = { component: ComponentType<Props> } | { error: unknown };

/**
 * A component that loads once it is needed; null until then. It doesn't use lazy() because React shows a fallback for
 * at least 300 ms. Define `load` outside the component.
 */
export function useLoaded<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<Loaded<Props> | null>(null);
  useEffect(() => {
    if (isNeeded && !loaded)
      load().then(
        (module) => setLoaded({ component: module.default }),
        (error: unknown) => setLoaded({ error }),
      );
  }, [load, isNeeded, loaded]);
  if (!loaded) return null;
  // As with lazy(), so that the page's error boundary shows it.
  if ("error" in loaded) throw loaded.error;
  return loaded.component;
}
