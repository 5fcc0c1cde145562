import { auditList } from "@/lib/lists/audit-list";
import { cardsList } from "@/lib/lists/cards-list";
import { exceptionsList } from "@/lib/lists/exceptions-list";
import { reportsList } from "@/lib/lists/reports-list";
import { transactionsList } from "@/lib/lists/transactions-list";
import { webhooksList } from "@/lib/lists/webhooks-list";
import { auditView } from "./audit-view";
import { cardsView } from "./cards-view";
import { exceptionsView } from "./exceptions-view";
import { reportsView } from "./reports-view";
import { transactionsView } from "./transactions-view";
import { webhooksView } from "./webhooks-view";

/** The URL and the columns of each list that has saved views. */
export const LIST_VIEWS = {
  cards: { view: cardsView, list: cardsList },
  transactions: { view: transactionsView, list: transactionsList },
  reports: { view: reportsView, list: reportsList },
  audit: { view: auditView, list: auditList },
  webhooks: { view: webhooksView, list: webhooksList },
  exceptions: { view: exceptionsView, list: exceptionsList },
} as const;
