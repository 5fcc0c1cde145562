import { test as base, expect } from "@playwright/test";

export { expect } from "@playwright/test";

/** A check fails if its page writes an error to the console. */
export const check = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await use(page);
    expect(errors, "errors in the console").toEqual([]);
  },
});
