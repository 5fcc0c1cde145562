/** Signs in through next-auth's routes. Returns null on success, otherwise the message to show. */
export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
    if (response.ok) return null;
    if (response.status === 429 || response.status === 503)
      return ((await response.json()) as { message: string }).message;
    return response.status === 401 ? "Incorrect email or password." : "Sign-in failed. Try again.";
  } catch {
    return "We couldn’t reach Cardwell. Check your connection and try again.";
  }
}
