/** Signs in through next-auth's routes. Returns null on success, otherwise the message to show. */
export function signIn(email: string, password: string): Promise<string | null> {
  return postSignIn("credentials", { email, password }, "Incorrect email or password.");
}

export async function postSignIn(
  provider: "credentials" | "passkey",
  fields: Record<string, string>,
  rejectedMessage: string,
): Promise<string | null> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await fetch(`/api/auth/callback/${provider}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, ...fields, json: "true" }),
    });
    if (response.ok) return null;
    if (response.status === 429 || response.status === 503)
      return ((await response.json()) as { message: string }).message;
    return response.status === 401 ? rejectedMessage : "Sign-in failed. Try again.";
  } catch {
    return "We couldn’t reach Cardwell. Check your connection and try again.";
  }
}
