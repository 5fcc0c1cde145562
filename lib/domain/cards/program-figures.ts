import type { IsoDate } from "@/lib/domain/time/calendar";

export type CardCount = { status: string; type: string; cards: number };

export type IssuedOn = { day: IsoDate; type: string; cards: number };

export type TransactionsOn = {
  day: IsoDate;
  currency: string;
  status: string;
  transactions: number;
  amount: number;
};

export type TopCustomer = { id: string; name: string; transactions: number; amount: number };

/** Cleared transactions, and pending ones that may still clear. */
export const SPEND_STATUSES = ["CLEARED", "PENDING"] as const;

export function isSpend(status: string): boolean {
  return (SPEND_STATUSES as readonly string[]).includes(status);
}
