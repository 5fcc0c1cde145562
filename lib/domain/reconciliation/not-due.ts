import type { IsoDate } from "@/lib/domain/time/calendar";

/** A settled transaction that no file has, while a file is missing in which it may be. */
export type NotDue = {
  transactionId: string;
  event: "clearing" | "refund";
  madeOn: IsoDate;
  /** It is an exception if the files up to this day are here and don't have it. */
  due: IsoDate;
  /** An exact decimal; negative for a refund. */
  amount: string;
  currency: string;
  /** The first day up to then whose settlement file isn't here. */
  missingFile: IsoDate | null;
};
