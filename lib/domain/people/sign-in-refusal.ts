/** Why a sign-in through the provider was refused. Part of a URL, so it says nothing about a person. */
export const SIGN_IN_REFUSALS = [
  "no-role",
  "too-many-groups",
  "no-email",
  "unverified-email",
  "wrong-domain",
  "email-taken",
  "invitation-waiting",
  "already-linked",
  "second-factor",
  "emergency-account",
  "disabled",
  "link-expired",
  "canceled",
  "expired",
  "unverifiable",
  "unreachable",
  "not-confirmed",
  "failed",
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

export function toSignInRefusal(text: unknown): SignInRefusal {
  return SIGN_IN_REFUSALS.find((refusal) => refusal === text) ?? "failed";
}

/** What happened and what to do next. `provider` is what people call it. */
export function describeRefusal(refusal: SignInRefusal, provider: string): string {
  const sentences: Record<SignInRefusal, string> = {
    "no-role": `Your account at ${provider} has no role in Cardwell. Ask your administrator to give you one.`,
    "too-many-groups": `You’re in so many groups that ${provider} didn’t send them. Ask your administrator to send only the groups that Cardwell uses.`,
    "no-email": `${capitalize(provider)} didn’t send your email address. Ask your administrator to add it.`,
    "unverified-email": `Your email address isn’t verified at ${provider}. Verify it there, then sign in again.`,
    "wrong-domain": "Your email address belongs to a domain that can’t sign in here. Use your work account.",
    "email-taken": `Your email address already belongs to a person who isn’t linked to ${provider}. Ask an admin for a sign-in link, which lets you link both.`,
    "invitation-waiting": `You have an invitation. Open its link and continue with ${provider} there.`,
    "already-linked": `Your account at ${provider} is already linked to another person.`,
    "second-factor": `You have a second factor here, which ${provider} would replace. Ask an admin to remove it first, then open the link again.`,
    "emergency-account": "This is the emergency account. It signs in with its password only.",
    disabled: "Your account is disabled. Ask an admin to re-enable it.",
    "link-expired": "This link was already used or has expired. Ask an admin for a new one.",
    canceled: `The sign-in was canceled at ${provider}.`,
    expired: "This sign-in took too long or was started in another browser. Start again.",
    unverifiable: `The response of ${provider} couldn’t be verified. Sign in again. If that doesn’t help, give your administrator the request ID.`,
    unreachable: `${capitalize(provider)} can’t be reached right now. Try again in a minute.`,
    "not-confirmed": `${capitalize(provider)} didn’t confirm that it’s you. Sign in there as yourself.`,
    failed:
      "Something went wrong on our side. Try again. If that doesn’t help, give your administrator the request ID.",
  };
  return sentences[refusal];
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
