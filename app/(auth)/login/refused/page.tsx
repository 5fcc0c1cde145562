import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProviderLink } from "@/components/auth/provider-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { BEGIN_PATH } from "@/lib/auth/single-sign-on/reauthenticate";
import { describeRefusal, toSignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import { isUuid } from "@/lib/domain/text/uuid";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign-in refused" };

type RefusedPageProps = {
  searchParams: Promise<{ reason?: string | string[]; request?: string | string[] }>;
};

export default async function RefusedPage({ searchParams }: RefusedPageProps) {
  const { reason, request } = await searchParams;
  const provider = env().singleSignOn?.name;
  if (!provider) redirect("/login");
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">You’re not signed in</h1>
      <p className="mb-6 text-ink-2">{describeRefusal(toSignInRefusal(reason), provider)}</p>
      <div className="flex flex-wrap gap-3">
        {/* Without the question for the password, the provider would choose the same account again. */}
        <ProviderLink href={`${BEGIN_PATH}?another=1`}>Use another account</ProviderLink>
        <LinkButton href="/login">Back to sign-in</LinkButton>
      </div>
      {typeof request === "string" && isUuid(request) && (
        <p className="mt-6 text-small text-ink-3">Request ID: {request}</p>
      )}
    </>
  );
}
