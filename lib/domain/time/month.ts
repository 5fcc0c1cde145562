import { z } from "zod";
import { isIsoDate } from "./calendar";

/** A month in a URL or a request: 2026-11. */
export const Month = z.string().refine((text) => /^\d{4}-\d{2}$/.test(text) && isIsoDate(`${text}-01`));
