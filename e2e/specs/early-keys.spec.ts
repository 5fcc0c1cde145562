import type { Locator, Page } from "@playwright/test";
import { delayRequests, delayScripts } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import type { Role } from "@/lib/domain/people/permissions";

/** A control whose code loads lazily: keys pressed before it is ready must reach it, and nothing else. */
type LazyControl = {
  name: string;
  role: Role;
  path: string | (() => string);
  /** The element focused at the start; without it the first key is a global shortcut. */
  from?: (page: Page) => Locator;
  keys: readonly string[];
  expect: (page: Page) => Promise<void>;
};

let cardId = "";
let lastFour = "";

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

const CONTROLS: readonly LazyControl[] = [
  {
    name: "the table settings, with arrow keys",
    role: "support",
    path: "/cards",
    from: button("Table settings"),
    keys: ["Enter", "ArrowDown", "Enter"],
    expect: (page) => expect(page.getByRole("table")).toHaveAttribute("data-density", "tight"),
  },
  {
    name: "a row's menu, by typing letters, and its dialog",
    role: "admin",
    path: "/settings/team",
    from: button("Actions for Mina Reyes"),
    keys: ["Enter", "D", "i", "s", "Enter"],
    expect: (page) => expect(dialog(page, /Mina Reyes/)).toBeVisible(),
  },
  {
    name: "a date range",
    role: "support",
    path: "/cards",
    from: button(/^Created/),
    keys: ["Enter", "Tab", "Enter"],
    expect: (page) => expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/),
  },
  {
    name: "an amount range",
    role: "finance",
    path: "/transactions",
    from: button(/^Billed/),
    keys: ["Enter", ..."1000", "Backspace", "Tab", ..."250", "Enter"],
    expect: async (page) => {
      await expect(page).toHaveURL(/min=100(&|$)/);
      await expect(page).toHaveURL(/max=250(&|$)/);
    },
  },
  {
    name: "an invitation with three fields",
    role: "admin",
    path: "/settings/team",
    from: button("Invite person"),
    keys: ["Enter", ..."Grace Hopper", "Tab", ..."grace@example.com", "Tab", "f"],
    expect: async (page) => {
      await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Grace Hopper");
      await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("grace@example.com");
      await expect(page.getByRole("combobox", { name: "Role" })).toHaveValue("finance");
    },
  },
  {
    name: "a report request",
    role: "finance",
    path: "/reports",
    from: button("Request report"),
    keys: ["Enter", "ArrowDown"],
    expect: async (page) => {
      await expect(dialog(page, "Request report").getByRole("radio").nth(1)).toBeChecked();
    },
  },
  {
    name: "a freeze with F and Enter",
    role: "support",
    path: () => `/cards/${cardId}`,
    keys: ["f", "Enter"],
    expect: (page) => expect(page.getByRole("button", { name: "Unfreeze", exact: true })).toBeVisible(),
  },
  {
    name: "a block, where the typed letters are also shortcuts",
    role: "manager",
    path: () => `/cards/${cardId}`,
    keys: ["b", " ", "Tab", "r", "f", "n", "g", "d"],
    expect: async (page) => {
      const blockDialog = dialog(page, `Block the card ending in ${lastFour}?`);
      await expect(blockDialog.getByRole("radio").first()).toBeChecked();
      await expect(blockDialog.getByLabel(/last four digits/)).toHaveValue("rfngd");
    },
  },
  {
    name: "a reissue",
    role: "manager",
    path: () => `/cards/${cardId}`,
    keys: ["r", "g", "d"],
    expect: (page) => expect(dialog(page, /Reissue/)).toBeVisible(),
  },
  {
    name: "the list of shortcuts",
    role: "support",
    path: "/settings/profile",
    keys: ["?", "g", "d"],
    expect: (page) => expect(dialog(page, /shortcuts/i)).toBeVisible(),
  },
  {
    name: "the notifications",
    role: "finance",
    path: "/settings/profile",
    from: button(/^Notifications/),
    keys: ["Enter", "g", "d"],
    expect: (page) => expect(dialog(page, "Notifications")).toBeVisible(),
  },
  {
    name: "a sandbox purchase",
    role: "admin",
    path: () => `/cards/${cardId}`,
    from: button(/^Simulate/),
    keys: ["Enter", "g", "d"],
    expect: (page) => expect(page.getByRole("dialog")).toBeVisible(),
  },
];

test.beforeAll(async ({ sandbox }) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  cardId = card.id;
  lastFour = card.lastFour;
});

// They share one mechanism.
for (const [index, control] of CONTROLS.entries()) {
  test(`early keys reach ${control.name}`, { tag: index % 3 === 0 ? [] : "@full" }, async ({
    page,
    signInAs,
  }) => {
    await signInAs(control.role);
    await openConnected(page, typeof control.path === "string" ? control.path : control.path());
    const { pathname } = new URL(page.url());
    const scripts = await delayScripts(page);
    await control.from?.(page).focus();
    for (const key of control.keys) await page.keyboard.press(key);
    await expect.poll(scripts.hasPending).toBe(true);
    await scripts.release();
    await control.expect(page);
    expect(new URL(page.url()).pathname).toBe(pathname);
  });
}

test("a country can be typed before its list has loaded", async ({ page, createCardPage, signInAs }) => {
  await signInAs("manager");
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  const country = createCardPage.form.getByRole("combobox", { name: "Country", exact: true });
  const search = page.getByRole("combobox", { name: "Search countries" });
  const scripts = await delayScripts(page);

  await country.focus();
  await page.keyboard.type("Kingdom");
  await scripts.release();
  await expect(search).toHaveValue("Kingdom");
  await expect(page).toHaveURL(/\/cards\/new/);
  await page.keyboard.press("Enter");
  await expect(country).toHaveText(/^United Kingdom/);
  await expect(country).toBeFocused();

  await page.keyboard.type("Germanyy");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(country).toHaveText(/^Germany/);
  await expect(country).toBeFocused();
});

test("a country code and Enter, typed before the list has loaded, select it", async ({
  page,
  createCardPage,
  signInAs,
}) => {
  await signInAs("manager");
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await page.reload();
  await createCardPage.waitForStep("Contact");
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  const scripts = await delayScripts(page);
  const dialCode = createCardPage.form.getByRole("combobox", { name: "Country code" });
  await dialCode.focus();
  await page.keyboard.type("+49");
  await page.keyboard.press("Enter");
  await scripts.release();
  await expect(dialCode).toHaveText(/^\+49/);
});

test("text typed while the next step loads goes into that step", async ({
  page,
  createCardPage,
  signInAs,
}) => {
  await signInAs("manager");
  await createCardPage.open();
  const scripts = await delayScripts(page, { containing: "to set the country code." });
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumerFields();
  await createCardPage.continueButton.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("god_1815");
  await scripts.release();
  await createCardPage.waitForStep("Contact");
  await expect(createCardPage.field("Customer ID")).toHaveValue("god_1815");
});

test("typing, arrow keys and Enter work in the palette before its list has loaded", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Leocadia Brimblecombe" });
  await signInAs("support");
  await openConnected(page, "/settings/profile");
  await waitForSearchResult(page, "brimblecombe");
  const scripts = await delayScripts(page);
  await page.keyboard.press("Control+k");
  await expect(palette.box).toBeFocused();
  await page.keyboard.type("brimblecombe");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(scripts.hasPending).toBe(true);
  await scripts.release();
  await expect(page).toHaveURL(`/cards/${card.id}`);
});

test("keys pressed before the search results arrive act on those results", async ({
  page,
  palette,
  sandbox,
  signInAs,
}) => {
  const [intended, other] = await Promise.all(
    ["Peregrine Wolstenholme", "Araminta Fotheringay"].map((holder) => sandbox.issueCard({ holder })),
  );
  await signInAs("support");
  await openConnected(page, "/settings/profile");
  await waitForSearchResult(page, "wolstenholme");
  await palette.open();
  await palette.find("fotheringay", other?.lastFour ?? "");
  const release = await delayRequests(page, "**/api/search**");
  await palette.box.fill("wolstenholme");
  for (const key of ["ArrowDown", "f", "Enter"]) await page.keyboard.press(key);
  await expect(palette.option("Fotheringay").first()).toBeVisible();
  await release();
  await expect(palette.dialog.getByRole("heading", { name: /^Freeze/ })).toContainText(
    `Peregrine Wolstenholme’s card ending in ${intended?.lastFour}`,
  );
  for (const card of [intended, other])
    expect(await sandbox.getCard(card?.id ?? "")).toMatchObject({ status: "ACTIVE" });
});

test("a key pressed just as the list appears acts on that list", async ({ page, palette, signInAs }) => {
  await signInAs("manager");
  await openConnected(page, "/settings/profile");
  const scripts = await delayScripts(page);
  await page.keyboard.press("Control+k");
  await palette.box.fill("aud");
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("[role=option]")) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  await scripts.release();
  await expect(page).toHaveURL("/audit");
});

test("Escape cancels a dialog that hasn't opened yet", async ({ page, signInAs }) => {
  await signInAs("admin");
  await openConnected(page, "/settings/team");
  const invite = page.getByRole("button", { name: "Invite person" });
  const scripts = await delayScripts(page);
  await invite.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Grace");
  await page.keyboard.press("Escape");
  await scripts.release();
  await expect(invite).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
});

test("a popup that loads late doesn't steal the focus", async ({ page, signInAs }) => {
  await signInAs("support");
  await openConnected(page, "/cards");
  const scripts = await delayScripts(page);
  await page.getByRole("button", { name: /^Created/ }).click();
  const search = page.getByRole("searchbox");
  await search.click();
  await page.keyboard.type("gd");
  await scripts.release();
  await page.getByRole("button", { name: "Table settings" }).hover();
  await expect(search).toHaveValue("gd");
  await expect(search).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** Waits for hydration, because keys have no effect before it. */
async function openConnected(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
}

async function waitForSearchResult(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get(`/api/search?text=${text}`)).json()).cards.length)
    .toBe(1);
}
