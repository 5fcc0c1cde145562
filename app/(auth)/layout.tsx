import type { ReactNode } from "react";
import { CardFace } from "@/components/card-art/card-face";
import { Brand } from "@/components/layout/brand";
import { SandboxBanner } from "@/components/layout/sandbox-banner";
import { CopyLayer } from "@/components/ui/buttons/copy-layer";
import { env } from "@/lib/env";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      {env().mode === "sandbox" && <SandboxBanner />}
      <div className="grid grid-cols-1 flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <main className="mx-auto flex w-full max-w-[25rem] flex-col justify-center px-5 py-12">
          <Brand />
          {children}
        </main>
        <div
          aria-hidden="true"
          className="hidden items-center justify-center border-line border-l bg-sunken px-12 lg:flex"
        >
          <div className="w-full max-w-[26rem]">
            <CardFace design={{ name: "Cardwell" }} />
          </div>
        </div>
      </div>
      <CopyLayer />
    </div>
  );
}
