import type { ToastMessage } from "@/lib/client/toast";

/** The link itself is shown to nobody but its person. */
export function mailSentToast(name: string, address: string): ToastMessage {
  return {
    title: `Email to ${name} created`,
    detail: `The one-time link goes to ${address}.`,
    tone: "good",
    action: { label: "See email", href: "/settings/alerts" },
  };
}
