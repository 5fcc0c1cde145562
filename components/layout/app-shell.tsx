"use client";

import type { ReactNode } from "react";
import { PaletteBox } from "@/components/palette/palette-box";
import { ConfirmIdentity } from "@/components/security/confirm-identity";
import { CopyLayer } from "@/components/ui/buttons/copy-layer";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { Toaster } from "@/components/ui/messages/toaster";
import { TooltipLayer } from "@/components/ui/popups/tooltip-layer";
import { QueryProvider } from "@/lib/client/query-provider";
import { signOut } from "@/lib/client/sign-out";
import { TimeZoneProvider } from "@/lib/client/time-zone";
import type { Role } from "@/lib/domain/people/permissions";
import { AccountMenu } from "./account-menu";
import { Brand } from "./brand";
import { IdleWarning } from "./idle-warning";
import { MobileMenu } from "./mobile-menu";
import { navigationFor, type PageHref } from "./navigation";
import { NavigationList } from "./navigation-list";
import { NavigationProgress } from "./navigation-progress";
import { NavigationShortcuts } from "./navigation-shortcuts";
import { ReturnToPlace } from "./return-to-place";
import { SandboxBanner } from "./sandbox-banner";
import { ShortcutsButton } from "./shortcuts-button";

type AppShellProps = {
  person: { name: string; email: string; role: Role };
  isSandbox: boolean;
  /** From `parseTimeZone`. */
  timeZone: string;
  year: number;
  connection: ReactNode;
  /** Null for a role without approvals. */
  approvalCount: ReactNode;
  children: ReactNode;
};

/** A client component, so that each page sends only the person instead of the rendered shell. */
export function AppShell(props: AppShellProps) {
  const { person, isSandbox, timeZone, year, connection, approvalCount, children } = props;
  const groups = navigationFor(person.role, isSandbox);
  const reachable = groups.flatMap((group) => group.pages);
  const findHref = (href: PageHref) => reachable.find((page) => page.href === href)?.href;
  return (
    <QueryProvider>
      <TimeZoneProvider timeZone={timeZone} year={year}>
        <a
          href="#main"
          className="fixed top-2 left-2 z-[70] -translate-y-16 rounded-control bg-accent px-3 py-1.5 font-medium text-accent-ink focus:translate-y-0"
        >
          Skip to content
        </a>
        {isSandbox && <SandboxBanner simulateHref={findHref("/sandbox")} />}
        <div className="isolate min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
          <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-line border-r px-2.5 pb-4 max-md:hidden">
            <NavigationList
              groups={groups}
              approvalCount={approvalCount}
              header={
                <div className="-mb-2 flex h-bar shrink-0 items-center px-2">
                  <HomeLink />
                </div>
              }
            />
          </div>
          <div className="flex min-h-dvh min-w-0 flex-col">
            <header className="sticky top-0 z-30 flex h-bar shrink-0 items-center gap-3 border-line border-b bg-paper px-2 max-sm:gap-1.5 md:px-6">
              <div className="flex items-center gap-1 md:hidden">
                <MobileMenu header={<Brand />}>
                  <NavigationList groups={groups} approvalCount={approvalCount} />
                </MobileMenu>
                <HomeLink />
              </div>
              <div className="flex min-w-10 max-w-[27rem] flex-1">
                <PaletteBox role={person.role} pages={reachable} signOut={signOut} />
              </div>
              <div className="ml-auto flex min-w-0 items-center gap-2">
                {connection}
                <ShortcutsButton />
                <AccountMenu person={person} profileHref={findHref("/settings/profile")} signOut={signOut} />
              </div>
              <NavigationProgress />
            </header>
            <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-5 pb-16 outline-none md:px-6">
              {children}
            </main>
          </div>
        </div>
        <NavigationShortcuts
          targets={reachable.flatMap(({ href, name, keys }) => (keys ? [{ href, name, keys }] : []))}
        />
        <ReturnToPlace />
        <IdleWarning />
        <TooltipLayer />
        <CopyLayer />
        <ConfirmIdentity />
        <Toaster />
      </TimeZoneProvider>
    </QueryProvider>
  );
}

function HomeLink() {
  return (
    <IntentLink href="/" className="flex rounded-control max-[26rem]:p-2">
      <Brand isShort />
    </IntentLink>
  );
}
