/** A session ends after this long without activity, and warns before that. */
export const IDLE_LIMIT_MINUTES = 30;
export const IDLE_WARNING_MINUTES = 2;
