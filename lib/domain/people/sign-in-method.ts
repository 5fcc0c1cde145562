/** How a session began. */
export type SignInMethod = "password" | "passkey" | "single-sign-on";

export const METHOD_TEXT: Record<SignInMethod, string> = {
  password: "with a password",
  passkey: "with a passkey",
  "single-sign-on": "with single sign-on",
};
