import { classNames } from "@/components/ui/class-names";
import { formatMoney } from "@/lib/domain/money/money";

type MoneyProps = {
  amount: number | string;
  currency: string;
  /** For refunds and declined purchases. */
  isMuted?: boolean;
  className?: string | undefined;
};

/** Uses tabular digits so that columns align. */
export function Money({ amount, currency, isMuted = false, className }: MoneyProps) {
  const figure = formatMoney(amount, currency).slice(currency.length + 1);
  return (
    <span className={classNames("whitespace-nowrap text-right tabular-nums", className)}>
      <span className="text-ink-3">{currency}</span>{" "}
      <span className={isMuted ? "text-ink-2" : "text-ink"}>{figure}</span>
    </span>
  );
}
