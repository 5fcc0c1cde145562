import type { KnownCardStatus } from "@/lib/contract/card";
import type { CardType } from "@/lib/contract/card-type";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { KnownTransactionStatus } from "@/lib/contract/transaction";
import type { RenewOption } from "@/lib/domain/cards/renewal";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

// Records are replaced, never changed in place, so that copies of a world share them.

export type DesignRecord = {
  id: string;
  name: string;
  stock: boolean;
  isDefault: boolean;
  embossNameSupported: boolean;
};

export type Credentials = { cardNumber: string; cvv: string; expiryDate: IsoDate };

export type CardRecord = Credentials & {
  id: string;
  created: Date;
  currency: string;
  externalCustomerId: string;
  cardholderName: string;
  cardName: string;
  cardDesign: string;
  cardType: CardType;
  customerType: "Consumer" | "Business";
  status: KnownCardStatus;
  statusReason: string | null;
  availableCredit: number;
};

export type StoredCard = CardRecord & {
  /** Counts the sets of credentials the card has had. */
  credentialsVersion: number;
  /** The request that created the card; null for a card of a scenario. */
  application: CreateCardRequest | null;
};

export type TransactionKind = "purchase" | "atm";

/** Amounts are in major units. `billAmount` includes the cardholder's fees. */
export type TransactionRecord = {
  id: string;
  created: Date;
  externalTransactionId: string;
  cardId: string;
  merchant: string;
  kind: TransactionKind;
  amount: number;
  currency: string;
  billAmount: number;
  billCurrency: string;
  fxFee: number;
  atmFee: number;
  status: KnownTransactionStatus;
  declineCode: string | null;
  clearedAt: Date | null;
  refundedAt: Date | null;
};

export type ReissueRecord = {
  id: string;
  cardId: string;
  at: Date;
  renewOption: RenewOption;
  isShipped: boolean;
};

export type FileRequest = {
  /** The API's `reference_id`. */
  id: string;
  fileType: ReportType;
  date: IsoDate;
  /** The origin of the request's URL; the download link uses the same one. */
  origin: string;
  requestedAt: Date;
};

export type Attempt = { at: string; status: number | null; error: string | null; durationMs: number };

export type DeliveryRecord = {
  id: string;
  createdAt: Date;
  referenceId: string | null;
  /** Null until the event is first sent: a file's link is issued at that moment. */
  body: string | null;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
  attempts: readonly Attempt[];
};
