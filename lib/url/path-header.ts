/** Set by proxy.ts, so that the sign-in page can return to the requested page. */
export const PATH_HEADER = "x-cardwell-path";
