import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export type LoadedOnIntent<Props> = {
  Component: LazyExoticComponent<ComponentType<Props>>;
  /** Call it when somebody is about to need it: pointer over, focus. */
  preload: () => void;
};

/** Keeps what is heavy and rare out of the page until someone reaches for it. Call it at the top of a module. */
export function loadOnIntent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LoadedOnIntent<Props> {
  return {
    Component: lazy(load),
    // A failure here is met again, and shown, when the component is rendered.
    preload: () => void load().catch(() => {}),
  };
}
