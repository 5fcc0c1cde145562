import { cookies } from "next/headers";
import { AppShell } from "@/components/layout/app-shell";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { ConnectionState } from "@/components/layout/connection-state";
import { PageHeader } from "@/components/layout/page-header";
import { LinkButton } from "@/components/ui/link-button";
import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/client/preferences";
import { Showcase } from "./showcase";

export const dynamic = "force-dynamic";
export default async function Page() {
  const timeZone = parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
  async function signOut() {
    "use server";
  }
  return (
    <AppShell
      person={{ name: "Mina Reyes", email: "manager@cardwell.test", role: "admin" }}
      pages={[
        "/",
        "/cards",
        "/transactions",
        "/customers",
        "/designs",
        "/reports",
        "/webhooks",
        "/audit",
        "/settings/team",
        "/settings/connection",
        "/settings/profile",
        "/sandbox",
      ]}
      notes={{ "/": "3", "/reports": "1 new" }}
      isSandbox
      timeZone={timeZone}
      year={2026}
      signOut={signOut}
      connection={<ConnectionState issuer={{ state: "reachable", latencyMs: 38 }} live="on" />}
    >
      <PageHeader
        breadcrumb={<Breadcrumb steps={[{ href: "/cards", name: "Cards" }]} />}
        title="Showcase"
        lead="412 cards, newest first, straight from the issuer"
        actions={
          <>
            <LinkButton href="/x">Export CSV</LinkButton>
            <LinkButton tone="primary" href="/cards/new" shortcut="C">
              Issue a card
            </LinkButton>
          </>
        }
      />
      <Showcase />
    </AppShell>
  );
}
