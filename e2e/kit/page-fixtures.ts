import type { Fixtures, PlaywrightTestArgs } from "@playwright/test";
import { AuditPage } from "@/e2e/pages/audit-page";
import { CardPage } from "@/e2e/pages/card-page";
import { CardsPage } from "@/e2e/pages/cards-page";
import { CreateCardPage } from "@/e2e/pages/create-card-page";
import { CustomerPage } from "@/e2e/pages/customer-page";
import { DesignsPage } from "@/e2e/pages/designs-page";
import { LoginPage } from "@/e2e/pages/login-page";
import { OverviewPage } from "@/e2e/pages/overview-page";
import { Palette } from "@/e2e/pages/palette";
import { ReportsPage } from "@/e2e/pages/reports-page";
import { SandboxPage } from "@/e2e/pages/sandbox-page";
import { Shell } from "@/e2e/pages/shell";
import { TeamPage } from "@/e2e/pages/team-page";
import { TransactionsPage } from "@/e2e/pages/transactions-page";
import { WebhooksPage } from "@/e2e/pages/webhooks-page";

/** The page objects that most tests use, on the test's `page`. */
export type PageFixtures = {
  loginPage: LoginPage;
  shell: Shell;
  palette: Palette;
  overviewPage: OverviewPage;
  cardsPage: CardsPage;
  cardPage: CardPage;
  createCardPage: CreateCardPage;
  customerPage: CustomerPage;
  designsPage: DesignsPage;
  transactionsPage: TransactionsPage;
  reportsPage: ReportsPage;
  webhooksPage: WebhooksPage;
  auditPage: AuditPage;
  teamPage: TeamPage;
  sandboxPage: SandboxPage;
};

/** Each page object, when a test asks for it. */
export const PAGE_FIXTURES: Fixtures<PageFixtures, object, PlaywrightTestArgs> = {
  loginPage: async ({ page }, use) => use(new LoginPage(page)),
  shell: async ({ page }, use) => use(new Shell(page)),
  palette: async ({ page }, use) => use(new Palette(page)),
  overviewPage: async ({ page }, use) => use(new OverviewPage(page)),
  cardsPage: async ({ page }, use) => use(new CardsPage(page)),
  cardPage: async ({ page }, use) => use(new CardPage(page)),
  createCardPage: async ({ page }, use) => use(new CreateCardPage(page)),
  customerPage: async ({ page }, use) => use(new CustomerPage(page)),
  designsPage: async ({ page }, use) => use(new DesignsPage(page)),
  transactionsPage: async ({ page }, use) => use(new TransactionsPage(page)),
  reportsPage: async ({ page }, use) => use(new ReportsPage(page)),
  webhooksPage: async ({ page }, use) => use(new WebhooksPage(page)),
  auditPage: async ({ page }, use) => use(new AuditPage(page)),
  teamPage: async ({ page }, use) => use(new TeamPage(page)),
  sandboxPage: async ({ page }, use) => use(new SandboxPage(page)),
};
