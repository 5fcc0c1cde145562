import { test as base } from "@playwright/test";
import { cardwell } from "cardwell/e2e";

export { expect } from "@playwright/test";

export const test = base.extend(
  cardwell({
    sandboxUrl: process.env.SANDBOX_URL,
    apiKey: process.env.SANDBOX_API_KEY,
    // With it, each worker starts a dashboard of its own, in a world of its own.
    packageFolder: process.env.CARDWELL_FOLDER,
  }),
);
