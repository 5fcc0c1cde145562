import { isServerUp } from "@/lib/client/is-server-up";
import { reloadForMissingCode } from "@/lib/client/missing-code";
import { beginNavigation } from "@/lib/client/pending-navigation";
import { createRetryingFetch } from "@/lib/client/retrying-fetch";

// Runs before hydration. Next's router has no other hook for how it fetches data.
window.fetch = createRetryingFetch(window.fetch.bind(window), {
  isServerUp,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// Code that an event handler loads. The error pages handle the code of components.
window.addEventListener("unhandledrejection", ({ reason }) => void reloadForMissingCode(reason));

/** Next calls this for every navigation. */
export function onRouterTransitionStart(href: string): void {
  beginNavigation(href);
}
