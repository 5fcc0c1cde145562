import type { Locator, Page } from "@playwright/test";
import { holdCode, holdReads } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import type { Role } from "@/lib/domain/permissions";

/** Every control whose code loads late: what is typed before it is there must arrive in it, and nowhere else. */
type LateControl = {
  name: string;
  role: Role;
  path: string | (() => string);
  /** What the keyboard is on when it begins. Left out, nothing has the focus and the first key is a shortcut. */
  from?: (page: Page) => Locator;
  keys: readonly string[];
  expect: (page: Page) => Promise<void>;
};

let cardId = "";
let lastFour = "";

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

const CONTROLS: readonly LateControl[] = [
  {
    name: "the settings of a table, walked by arrows",
    role: "support",
    path: "/cards",
    from: button("Table settings"),
    keys: ["Enter", "ArrowDown", "Enter"],
    expect: (page) => expect(page.getByRole("table")).toHaveAttribute("data-density", "tight"),
  },
  {
    name: "a row's menu, by the first letters, and the dialog behind it",
    role: "admin",
    path: "/settings/team",
    from: button("Actions for Mina Reyes"),
    keys: ["Enter", "D", "i", "s", "Enter"],
    expect: (page) => expect(dialog(page, /Mina Reyes/)).toBeVisible(),
  },
  {
    name: "a choice of days",
    role: "support",
    path: "/cards",
    from: button(/^Created/),
    keys: ["Enter", "Tab", "Enter"],
    expect: (page) => expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/),
  },
  {
    name: "a range of amounts",
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
    name: "an invitation, over three fields",
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
    name: "the report to request",
    role: "finance",
    path: "/reports",
    from: button("Request report"),
    keys: ["Enter", "ArrowDown"],
    expect: async (page) => {
      await expect(dialog(page, "Request report").getByRole("radio").nth(1)).toBeChecked();
    },
  },
  {
    name: "a freeze, by F and Enter",
    role: "support",
    path: () => `/cards/${cardId}`,
    keys: ["f", "Enter"],
    expect: (page) => expect(page.getByRole("button", { name: "Unfreeze", exact: true })).toBeVisible(),
  },
  {
    name: "a block, whose reason and digits would otherwise be shortcuts",
    role: "manager",
    path: () => `/cards/${cardId}`,
    keys: ["b", " ", "Tab", "r", "f", "n", "g", "d"],
    expect: async (page) => {
      const asked = dialog(page, `Block the card ending ${lastFour}?`);
      await expect(asked.getByRole("radio").first()).toBeChecked();
      await expect(asked.getByLabel(/last four digits/)).toHaveValue("rfngd");
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
    name: "the list of keys",
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
    name: "a purchase on the sandbox",
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

for (const control of CONTROLS) {
  test(`keys that come early are kept for ${control.name}`, async ({ page, enter }) => {
    await enter(control.role);
    await openAlive(page, typeof control.path === "string" ? control.path : control.path());
    const { pathname } = new URL(page.url());
    const code = await holdCode(page);
    await control.from?.(page).focus();
    for (const key of control.keys) await page.keyboard.press(key);
    await expect.poll(code.isAsked).toBe(true);
    await code.letThrough();
    await control.expect(page);
    expect(new URL(page.url()).pathname).toBe(pathname);
  });
}

test("a country is found by typing on its field, however late the list comes", async ({
  page,
  createCardPage,
  enter,
}) => {
  await enter("manager");
  await createCardPage.open();
  await createCardPage.fillWho({ kind: "consumer" });
  const country = createCardPage.form.getByRole("combobox", { name: "Country" });
  const search = page.getByRole("combobox", { name: "Search countries" });
  const code = await holdCode(page);

  await country.focus();
  await page.keyboard.type("Kingdom");
  await code.letThrough();
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

test("a dial code and Enter, typed before the list is there, choose it", async ({
  page,
  createCardPage,
  enter,
}) => {
  await enter("manager");
  await createCardPage.open();
  await createCardPage.fillWho({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await page.reload();
  await createCardPage.expectStep("Contact");
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  const code = await holdCode(page);
  const dialCode = createCardPage.form.getByRole("combobox", { name: "Dial code" });
  await dialCode.focus();
  await page.keyboard.type("+49");
  await page.keyboard.press("Enter");
  await code.letThrough();
  await expect(dialCode).toHaveText(/^\+49/);
});

test("what is typed while the next step loads is typed into that step", async ({
  page,
  createCardPage,
  enter,
}) => {
  await enter("manager");
  await createCardPage.open();
  const code = await holdCode(page, { containing: "to set the dial code." });
  await createCardPage.fillWho({ kind: "consumer" });
  await createCardPage.fillConsumerFields();
  await createCardPage.onwards.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("god_1815");
  await code.letThrough();
  await createCardPage.expectStep("Contact");
  await expect(createCardPage.field("Customer ID")).toHaveValue("god_1815");
});

test("the palette is typed into, walked and entered before its list is there", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const card = await sandbox.issueCard({ holder: "Leocadia Brimblecombe" });
  await enter("support");
  await openAlive(page, "/settings/profile");
  await untilFound(page, "brimblecombe");
  const code = await holdCode(page);
  await page.keyboard.press("Control+k");
  await expect(palette.box).toBeFocused();
  await page.keyboard.type("brimblecombe");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(code.isAsked).toBe(true);
  await code.letThrough();
  await expect(page).toHaveURL(`/cards/${card.id}`);
});

test("keys pressed before the results of a name are there act on that person's card", async ({
  page,
  palette,
  sandbox,
  enter,
}) => {
  const [meant, other] = await Promise.all(
    ["Peregrine Wolstenholme", "Araminta Fotheringay"].map((holder) => sandbox.issueCard({ holder })),
  );
  await enter("support");
  await openAlive(page, "/settings/profile");
  await untilFound(page, "wolstenholme");
  await palette.open();
  await palette.find("fotheringay", other?.lastFour ?? "");
  const letThrough = await holdReads(page, "**/api/search**");
  await palette.box.fill("wolstenholme");
  for (const key of ["ArrowDown", "f", "Enter"]) await page.keyboard.press(key);
  await expect(palette.option("Fotheringay").first()).toBeVisible();
  await letThrough();
  await expect(palette.dialog.getByRole("heading", { name: /^Freeze/ })).toContainText(
    `Peregrine Wolstenholme’s card ending ${meant?.lastFour}`,
  );
  for (const card of [meant, other])
    expect(await sandbox.getCard(card?.id ?? "")).toMatchObject({ status: "ACTIVE" });
});

test("a key pressed in the moment that the list appears acts on that list", async ({
  page,
  palette,
  enter,
}) => {
  await enter("manager");
  await openAlive(page, "/settings/profile");
  const code = await holdCode(page);
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
  await code.letThrough();
  await expect(page).toHaveURL("/audit");
});

test("Escape calls off what has not opened yet", async ({ page, enter }) => {
  await enter("admin");
  await openAlive(page, "/settings/team");
  const invite = page.getByRole("button", { name: "Invite person" });
  const code = await holdCode(page);
  await invite.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Grace");
  await page.keyboard.press("Escape");
  await code.letThrough();
  await expect(invite).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
});

test("a popup that comes late does not take the focus from who has moved on", async ({ page, enter }) => {
  await enter("support");
  await openAlive(page, "/cards");
  const code = await holdCode(page);
  await page.getByRole("button", { name: /^Created/ }).click();
  const search = page.getByRole("searchbox");
  await search.click();
  await page.keyboard.type("gd");
  await code.letThrough();
  await page.getByRole("button", { name: "Table settings" }).hover();
  await expect(search).toHaveValue("gd");
  await expect(search).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** Once the page listens to keys. */
async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
}

/** Once the index knows it. */
async function untilFound(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get(`/api/search?text=${text}`)).json()).cards.length)
    .toBe(1);
}
