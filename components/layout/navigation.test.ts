import { describe, expect, it } from "vitest";
import { can, ROLES } from "@/lib/domain/people/permissions";
import { isCurrentPage, navigationFor } from "./navigation";

const ALL = [
  "/",
  "/cards",
  "/transactions",
  "/designs",
  "/reports",
  "/reconciliation",
  "/bulk",
  "/approvals",
  "/webhooks",
  "/audit",
  "/settings/team",
  "/settings/approvals",
  "/settings/alerts",
  "/settings/connection",
  "/settings/security",
  "/settings/profile",
  "/sandbox",
  "/sandbox/outbox",
];

describe("navigation", () => {
  it("shows each role only the pages it can open", () => {
    for (const role of ROLES) {
      for (const { pages } of navigationFor(role, true)) {
        expect(pages.length).toBeGreaterThan(0);
        for (const { permission } of pages) expect(can(role, permission)).toBe(true);
      }
    }
    const hrefs = (role: (typeof ROLES)[number]) =>
      navigationFor(role, true).flatMap(({ pages }) => pages.map(({ href }) => href));
    expect(hrefs("admin")).toEqual(ALL);
    expect(hrefs("support")).not.toContain("/reports");
    expect(hrefs("auditor")).not.toContain("/sandbox");
  });

  it("includes the sandbox pages only in sandbox mode", () => {
    const live = navigationFor("admin", false).flatMap(({ pages }) => pages.map(({ href }) => href));
    expect(live).toEqual(ALL.filter((href) => !href.startsWith("/sandbox")));
  });

  it("finds the current page of a path", () => {
    expect(isCurrentPage("/cards", "/cards/9f1c")).toBe(true);
    expect(isCurrentPage("/cards", "/cards-of-old")).toBe(false);
    expect(isCurrentPage("/", "/cards")).toBe(false);
    expect(isCurrentPage("/sandbox", "/sandbox/outbox")).toBe(false);
  });
});
