import { z } from "zod";

export const FRAUD_BLOCK_CODE = 59;
export const NOT_FOUND_CODE = 404;

export const ApiError = z
  .object({
    code: z.int().meta({ description: "59 or 404 where the spec says so, else the HTTP status" }),
    message: z.string().meta({ description: "Human-readable; a rejected field is named by its path" }),
    status: z.string().meta({ description: "failed", examples: ["failed"] }),
  })
  .meta({ id: "Error" });
export type ApiError = z.infer<typeof ApiError>;

/** `kyc.residentialAddress.country: must be …; meta.id: is required` */
export function describeIssues(error: z.ZodError, root = "body"): string {
  return error.issues
    .slice(0, 10)
    .map((issue) => `${issue.path.join(".") || root}: ${issue.message}`)
    .join("; ");
}

/** The first message for each wrong field, by its path. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".")] ??= issue.message;
  return fields;
}
