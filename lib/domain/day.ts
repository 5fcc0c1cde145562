import { z } from "zod";
import { isIsoDate } from "./calendar";

/** A calendar day as it stands in an address or a request: 2026-11-16. */
export const Day = z.string().refine(isIsoDate);
