import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";

/** As the person saw it when choosing it, so that later changes are noticed. */
export type SelectedException = Pick<
  ListedException,
  "id" | "version" | "kind" | "currency" | "merchant" | "difference" | "owner"
>;

/** The exceptions that a dialog changes: chosen ones, or all that match the address's filter. */
export type ExceptionTarget =
  | { is: "selected"; items: readonly SelectedException[] }
  | { is: "all"; href: string };
