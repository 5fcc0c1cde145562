/** Without activity of its person a session ends after so long, and warns so long before. */
export const IDLE_LIMIT_MINUTES = 30;
export const IDLE_WARNING_MINUTES = 2;
