import { formatSpendLimit } from "@/components/cards/create-wizard/spend-limit-text";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DateTime } from "@/components/ui/values/date-time";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { IssueWarning } from "@/lib/domain/runs/issue-warnings";
import type { IssueDetails, IssuedBy, RunItem } from "@/lib/domain/runs/run";
import { ItemBadge } from "./run-badges";

const HEADER = "px-2 py-2 text-start font-medium first:pl-4 last:pr-4";
const CELL = "px-2 py-2 align-top first:pl-4 last:pr-4";

type RunItemsProps = {
  items: readonly RunItem[];
  /** What will happen to those that wait; null once the run was started. */
  plan: string | null;
  /** Whether there can be cards; before cards are issued there are none. */
  hasCards: boolean;
  /** Before the cards are issued. */
  warnings: readonly IssueWarning[];
  designNames: Readonly<Record<string, string>>;
  /** Null before the program's first card. */
  currency: string | null;
};

/** Each card of the run, with what happened to it or will. */
export function RunItems({ items, plan, hasCards, warnings, designNames, currency }: RunItemsProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Cards" className="w-full">
        <thead className="text-small text-ink-2">
          <tr className="border-line border-b">
            <th scope="col" className={HEADER}>
              Card
            </th>
            {hasCards && (
              <th scope="col" className={HEADER}>
                Status now
              </th>
            )}
            <th scope="col" className={HEADER}>
              {plan ? "Plan" : "Result"}
            </th>
            {!plan && (
              <th scope="col" className={`${HEADER} max-sm:hidden`}>
                Time
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map(({ position, status, state, reason, finishedAt, issuedBy, details, ...card }) => (
            <tr key={position}>
              <th scope="row" className={`${CELL} text-start font-normal`}>
                <CardOfItem {...card} hasCard={card.hasCard && !plan} />
                {details && (
                  <span className="block wrap-anywhere text-small text-ink-2">
                    {detailsText(details, designNames, currency)}
                  </span>
                )}
              </th>
              {hasCards && <td className={CELL}>{status && <StatusBadge of="card" status={status} />}</td>}
              <td className={CELL}>
                {plan && state === "waiting" ? plan : <ItemBadge state={state} />}
                {reason && <span className="block text-pretty text-small text-ink-2">{reason}</span>}
                {issuedBy && <IssuedByRun {...issuedBy} />}
                {warnings
                  .filter(({ rows }) => card.rowNumber !== null && rows.includes(card.rowNumber))
                  .map(({ text }) => (
                    <span key={text} className="block text-pretty text-small text-warn">
                      {text}
                    </span>
                  ))}
              </td>
              {!plan && (
                <td className={`${CELL} whitespace-nowrap text-ink-2 max-sm:hidden`}>
                  {finishedAt && <DateTime value={finishedAt} style="time" />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `Virtual, USD 500.00, Midnight, customer c_123` */
function detailsText(
  { cardType, spendLimit, cardDesign, customerId }: IssueDetails,
  designNames: Readonly<Record<string, string>>,
  currency: string | null,
): string {
  const design = cardDesign ? (designNames[cardDesign] ?? cardDesign) : "default design";
  const type = cardType === "virtual" ? "Virtual" : "Physical";
  return [type, formatSpendLimit(spendLimit, currency), design, `customer ${customerId}`].join(", ");
}

const LINK = "text-accent hover:underline";

/** The way on for a row that is skipped. */
function IssuedByRun({ runId, cardId, lastFour, status }: IssuedBy) {
  return (
    <span className="block text-pretty text-small text-ink-2">
      {cardId && lastFour && (
        <>
          The customer has a {status === "BLOCKED" && "blocked "}card:{" "}
          <IntentLink href={`/cards/${encodeURIComponent(cardId)}`} className={LINK}>
            •• {lastFour}
          </IntentLink>
          .{" "}
        </>
      )}
      <IntentLink href={`/bulk/${runId}`} className={LINK}>
        Open the other run
      </IntentLink>
      . If you need another card, issue it in the wizard, or give this one another name.
    </span>
  );
}

type CardOfItemProps = Pick<
  RunItem,
  "cardId" | "rowNumber" | "hasCard" | "lastFour" | "cardholderName" | "cardName"
>;

function CardOfItem(props: CardOfItemProps) {
  const { cardId, rowNumber, hasCard, lastFour, cardholderName, cardName } = props;
  const row = rowNumber !== null && (
    <span className="block text-small text-ink-2">
      Row {rowNumber}
      {/* The cards of a company have the same cardholder. */}
      {cardName !== cardholderName && cardName && `, ${cardName}`}
      {hasCard && ". The customer has a card of this type and name already."}
    </span>
  );
  if (cardId === null || lastFour === null)
    return (
      <>
        {cardholderName ?? <span className="wrap-anywhere font-mono text-small">{cardId}</span>}
        {row}
      </>
    );
  return (
    <>
      <IntentLink href={`/cards/${encodeURIComponent(cardId)}`} className="hover:underline">
        <span className="font-medium">•• {lastFour}</span>{" "}
        <span className="text-ink-2">{cardholderName}</span>
      </IntentLink>
      {row}
    </>
  );
}
