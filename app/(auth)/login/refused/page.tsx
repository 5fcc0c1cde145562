import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProviderLink } from "@/components/auth/provider-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { currentActor } from "@/lib/auth/actor";
import { BEGIN_PATH, reauthenticationPath } from "@/lib/auth/single-sign-on/reauthenticate";
import { returnPath } from "@/lib/domain/people/return-path";
import { describeRefusal, toSignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import { isUuid } from "@/lib/domain/text/uuid";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign-in refused" };

type RefusedPageProps = {
  searchParams: Promise<Partial<Record<"reason" | "request" | "next", string | string[]>>>;
};

export default async function RefusedPage({ searchParams }: RefusedPageProps) {
  const { reason, request, next: requested } = await searchParams;
  const provider = env().singleSignOn?.name;
  if (!provider) redirect("/login");
  const next = returnPath(requested);
  // Somebody who is signed in was asked to confirm that it is them.
  const isSignedIn = (await currentActor()) !== null;
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">
        {isSignedIn ? "Not confirmed" : "You’re not signed in"}
      </h1>
      <p className="mb-6 text-ink-2">{describeRefusal(toSignInRefusal(reason), provider)}</p>
      <div className="flex flex-wrap gap-3">
        {isSignedIn ? (
          <>
            <ProviderLink href={reauthenticationPath(next)}>Try again</ProviderLink>
            <LinkButton href={next}>Back to Cardwell</LinkButton>
          </>
        ) : (
          <>
            {/* Without the question for the password, the provider would choose the same account again. */}
            <ProviderLink href={`${BEGIN_PATH}?another=1&next=${encodeURIComponent(next)}`}>
              Use another account
            </ProviderLink>
            <LinkButton href={`/login?next=${encodeURIComponent(next)}`}>Back to sign-in</LinkButton>
          </>
        )}
      </div>
      {typeof request === "string" && isUuid(request) && (
        <p className="mt-6 text-small text-ink-3">Request ID: {request}</p>
      )}
    </>
  );
}
