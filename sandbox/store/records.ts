import type { CardType, KnownCardStatus } from "@/lib/contract/card";
import type { KnownTransactionStatus } from "@/lib/contract/transaction";
import type { IsoDate } from "@/lib/domain/time/calendar";

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
