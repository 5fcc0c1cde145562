import type { List } from "./list";

export const webhooksList = {
  name: "webhooks",
  topics: ["webhooks"],
  columns: {
    event: { header: "Event" },
    verdict: { header: "Signature" },
    effect: { header: "Result" },
    repeats: { header: "Redelivered" },
    bytes: { header: "Size" },
    at: { header: "Received" },
  },
} as const satisfies List;
