import { randomUUID } from "node:crypto";
import type {
  BrowserContext,
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from "@playwright/test";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import { type Role, signInWithRole } from "@/e2e/fixtures/sign-in";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { PAGE_FIXTURES, type PageFixtures } from "./page-fixtures";
import { startWorld, type World } from "./world";

/** Where the dashboard and the sandbox are. */
export type CardwellOptions = {
  /** The sandbox of the dashboard at `baseURL`. By default `http://localhost:4010`. */
  sandboxUrl?: string | undefined;
  /** The sandbox's key. By default `sk_sandbox_cardwell`. */
  apiKey?: string | undefined;
  /**
   * The folder of an unpacked package (`npm run package`). Each worker then starts a dashboard of its own from it, in a
   * world of its own of the sandbox at `sandboxUrl`; without that, with a sandbox of its own. `baseURL` and `apiKey`
   * aren't used.
   */
  packageFolder?: string | undefined;
};

/** What each test can ask for. */
export type CardwellFixtures = PageFixtures & {
  /** Signs in this test's browser as a demo person, without the form. Pages that are open are left. */
  signInAs: (role: Role) => Promise<void>;
  /** Opens another browser context, signed in as a demo person. It is closed after the test. */
  openBrowser: (role: Role) => Promise<BrowserContext>;
  /** Waits until lists and searches know everything that the issuer has. Sign in first. */
  waitForIndex: () => Promise<void>;
};

/** What all tests of a worker share. */
export type CardwellWorkerFixtures = {
  /** The dashboard and the sandbox of this worker. */
  world: World;
  /** Purchases, clock, faults, reports, and webhooks of the sandbox. */
  sandbox: Sandbox;
};

const START_TIMEOUT_MS = 300_000;
const DEFAULT_URL = "http://localhost:4010";

/**
 * The fixtures of Cardwell, for your own `test`:
 * ```ts
 * import { test as base } from "@playwright/test";
 * import { cardwell } from "cardwell/e2e";
 * export const test = base.extend(cardwell());
 * ```
 * The dashboard is at the `baseURL` of your configuration.
 */
export function cardwell({
  sandboxUrl,
  apiKey = "sk_sandbox_cardwell",
  packageFolder,
}: CardwellOptions = {}): Fixtures<
  CardwellFixtures,
  CardwellWorkerFixtures,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> {
  return {
    ...PAGE_FIXTURES,

    world: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
      async ({}, use, { parallelIndex }) => {
        if (!packageFolder)
          return use({ dashboardUrl: undefined, sandboxUrl: sandboxUrl ?? DEFAULT_URL, apiKey });
        const name = `${randomUUID().slice(0, 8)}-${parallelIndex}`;
        const { stop, ...world } = await startWorld(packageFolder, name, sandboxUrl);
        await use(world);
        await stop();
      },
      { scope: "worker", timeout: START_TIMEOUT_MS },
    ],

    baseURL: async ({ baseURL, world }, use) => use(world.dashboardUrl ?? baseURL),

    sandbox: [
      async ({ world }, use) => use(new Sandbox({ url: world.sandboxUrl, apiKey: world.apiKey })),
      { scope: "worker" },
    ],

    signInAs: async ({ context }, use) =>
      use(async (role) => {
        // Signing in ends the browser's previous session, and an open page would reload during the next step.
        for (const page of context.pages()) await page.goto("about:blank");
        await signInWithRole(context.request, role);
      }),

    openBrowser: async ({ browser, baseURL }, use) => {
      const opened: BrowserContext[] = [];
      await use(async (role) => {
        const context = await browser.newContext(baseURL ? { baseURL } : {});
        opened.push(context);
        await signInWithRole(context.request, role);
        return context;
      });
      for (const context of opened) await context.close();
    },

    waitForIndex: async ({ context }, use) => use(() => waitForIndex(context.request)),
  };
}
