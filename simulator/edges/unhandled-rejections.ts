/** Rejections that no code handled, since the list was last emptied. A real server might end here. */
export const unhandledRejections: unknown[] = [];

process.on("unhandledRejection", (error) => unhandledRejections.push(error));
