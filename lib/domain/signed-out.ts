/** Also the whole text of a response, from which the browser knows it again (lib/client/send-action.ts). */
export const SIGNED_OUT = "You’re signed out. Sign in and try again.";
