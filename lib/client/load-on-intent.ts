import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export type LoadedOnIntent<Props> = {
  Component: LazyExoticComponent<ComponentType<Props>>;
  /** Call it on hover or focus. */
  preload: () => void;
};

/** Loads a heavy, rarely used component on hover, focus or use. Call it at the top level of a module. */
export function loadOnIntent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LoadedOnIntent<Props> {
  return {
    Component: lazy(load),
    // Rendering the component loads it again and shows the error.
    preload: () => void load().catch(() => {}),
  };
}
