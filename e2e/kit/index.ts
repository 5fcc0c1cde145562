// `cardwell/e2e`: what a Playwright suite of another team can use (docs/testing-with-cardwell.md).
// Nothing here may import `@playwright/test` at run time: a second copy of it fails every test.

export { codeOf } from "@/e2e/fixtures/authenticator-app";
export { Sandbox } from "@/e2e/fixtures/sandbox";
export type * from "@/e2e/fixtures/sandbox-types";
export { DEMO_PASSWORD, emailOf, type Role, signInOverHttp, signInWithRole } from "@/e2e/fixtures/sign-in";
export { waitForIndex } from "@/e2e/fixtures/wait-for-index";
export { ApprovalsPage } from "@/e2e/pages/approvals-page";
export { AuditPage } from "@/e2e/pages/audit-page";
export { CardPage, SHIPPING, type ShippingEntry } from "@/e2e/pages/card-page";
export { CardsPage } from "@/e2e/pages/cards-page";
export { CoveragePage } from "@/e2e/pages/coverage-page";
export { type CardEntry, CreateCardPage, type Holder } from "@/e2e/pages/create-card-page";
export { CustomerPage } from "@/e2e/pages/customer-page";
export { DesignsPage } from "@/e2e/pages/designs-page";
export { ExceptionsPage } from "@/e2e/pages/exceptions-page";
export { IssueFilePage } from "@/e2e/pages/issue-file-page";
export { LoginPage } from "@/e2e/pages/login-page";
export { readMailedLink } from "@/e2e/pages/outbox-page";
export { type AttentionGroup, OverviewPage } from "@/e2e/pages/overview-page";
export { Palette } from "@/e2e/pages/palette";
export { ReportsPage } from "@/e2e/pages/reports-page";
export { RunPage } from "@/e2e/pages/run-page";
export { SandboxPage } from "@/e2e/pages/sandbox-page";
export { SecurityPage } from "@/e2e/pages/security-page";
export { Shell } from "@/e2e/pages/shell";
export { TeamPage } from "@/e2e/pages/team-page";
export { TransactionsPage } from "@/e2e/pages/transactions-page";
export { ViewTabs } from "@/e2e/pages/view-tabs";
export { waitForConnection } from "@/e2e/pages/wait-for-connection";
export { WebhooksPage } from "@/e2e/pages/webhooks-page";
export {
  type CardwellFixtures,
  type CardwellOptions,
  type CardwellWorkerFixtures,
  cardwell,
} from "./cardwell";
export type { PageFixtures } from "./page-fixtures";
export type { World } from "./world";
