import { IntentLink } from "@/components/ui/buttons/intent-link";

export function SandboxBanner({ simulateHref }: { simulateHref?: string | undefined }) {
  return (
    <aside
      aria-label="Sandbox"
      className="flex flex-wrap items-center gap-x-2 border-warn-line border-b bg-warn-soft px-4 py-1 text-small text-warn md:px-6"
    >
      <p>
        <b className="font-semibold">Sandbox.</b> No real cards are affected.
      </p>
      {simulateHref && (
        <IntentLink
          href={simulateHref}
          className="ml-auto rounded-[3px] font-medium underline underline-offset-2"
        >
          Open sandbox
        </IntentLink>
      )}
    </aside>
  );
}
