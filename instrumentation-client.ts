import { createPatientFetch } from "@/lib/client/patient-fetch";
import { beginNavigation } from "@/lib/client/pending-navigation";
import { isServerThere } from "@/lib/client/server-there";

// Runs before the page comes alive. Next's router has no other place to say how its data is fetched.
window.fetch = createPatientFetch(window.fetch.bind(window), {
  isServerThere,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

/** Called by Next for every link, row, shortcut and search result that leads to another page. */
export function onRouterTransitionStart(href: string): void {
  beginNavigation(href);
}
