/** The defaults shared by the sandbox and its dashboard. They protect nothing real. */
export const DEMO_API_KEY = "sk_sandbox_cardwell";
export const DEMO_WEBHOOK_SECRET = "whsec_Y2FyZHdlbGwtc2FuZGJveC13ZWJob29rLXNlY3JldCE=";
export const DEMO_PASSWORD = "cardwell-demo";
