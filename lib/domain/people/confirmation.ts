/** After this long, irreversible or far-reaching actions ask the person again to confirm that it is them. */
export const CONFIRMATION_MINUTES = 10;

/**
 * "code" of an authenticator app or a recovery code; "password" for people without a second factor; "provider" for
 * people who sign in there; "sign-in" for people who have nothing else.
 */
export type ConfirmationWay = "passkey" | "code" | "password" | "provider" | "sign-in";
