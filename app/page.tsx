import { connection } from "next/server";
import { CardFace } from "@/components/cards/card-face";
import { Brand } from "@/components/layout/brand";
import { env } from "@/lib/env";

export default async function FirstPage() {
  // The sandbox's address is a setting of this start, not of the build.
  await connection();
  const sandbox = env().mode === "sandbox" ? env().issuer.url : null;
  return (
    <div className="flex min-h-svh flex-col">
      <header>
        {sandbox && (
          <p className="border-b border-line bg-warn-soft px-6 py-1 text-[12.5px] text-warn">
            <b className="font-semibold">Sandbox issuer.</b> Nothing here reaches a real card.
          </p>
        )}
        <div className="border-b border-line px-6 py-3.5">
          <Brand />
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-[1040px] flex-1 content-center items-center gap-x-20 gap-y-12 px-6 py-14 md:grid-cols-[1fr_minmax(0,400px)]">
        <div>
          <h1 className="text-balance text-[32px] font-semibold leading-[38px] tracking-[-0.025em]">
            The dashboard for running a card program
          </h1>
          <p className="mt-4 max-w-[52ch] text-pretty text-[15px] leading-6 text-ink-2">
            Issue a card, find it, stop it, replace it, and close the month, in front of any issuer that
            speaks the card API. {sandbox && "The issuer is ready to try today; the screens come next."}
          </p>
          {sandbox && <IssuerLinks sandbox={sandbox} />}
        </div>
        <CardFace program="Northwind" />
      </main>
    </div>
  );
}

function IssuerLinks({ sandbox }: { sandbox: string }) {
  return (
    <nav aria-label="Card API" className="mt-9 border-t border-line">
      <IssuerLink href={`${sandbox}/docs`} name="Read the card API" detail="every call, with examples" />
      <IssuerLink href={`${sandbox}/openapi.json`} name="OpenAPI document" detail="3.1, for your own tools" />
    </nav>
  );
}

function IssuerLink({ href, name, detail }: { href: string; name: string; detail: string }) {
  return (
    <a
      href={href}
      className="group flex items-baseline gap-x-3 border-b border-line py-3 hover:border-line-strong"
    >
      <span className="font-medium text-accent group-hover:underline">{name}</span>
      <span className="text-ink-2">{detail}</span>
      <span aria-hidden="true" className="ml-auto text-ink-3">
        →
      </span>
    </a>
  );
}
