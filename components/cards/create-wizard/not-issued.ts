import type { ToastMessage } from "@/lib/client/toast";

export const NOT_ISSUED: ToastMessage = {
  title: "The card wasn’t issued",
  detail: "You left the review before the request was sent.",
  tone: "neutral",
};
