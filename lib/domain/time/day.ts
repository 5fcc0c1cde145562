import { z } from "zod";
import { isIsoDate } from "./calendar";

/** A date in a URL or a request: 2026-11-16. */
export const Day = z.string().refine(isIsoDate);
