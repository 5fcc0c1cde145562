/** After this long, irreversible or far-reaching actions ask the person again to confirm that it is them. */
export const CONFIRMATION_MINUTES = 10;

/**
 * "code" of an authenticator app or a recovery code; "password" for people without a second factor; "sign-in" for
 * people who have neither, such as with single sign-on: only a new sign-in confirms it.
 */
export type ConfirmationWay = "code" | "password" | "sign-in";
