/** All in millionths, by their effect on the balance. */
type MissingRows = {
  /** Of each row, before its fees. */
  effects: readonly bigint[];
  /** Of all rows together: no file has those of a single one. */
  fees: bigint;
};

/** Whether missing rows account for every gap between balances to the last digit. Each row counts once. */
export function areGapsExplained(gaps: readonly bigint[], { effects, fees }: MissingRows): boolean {
  const left = [...effects];
  const unexplained = gaps.filter((gap) => !take(left, gap));
  if (unexplained.length === 0) return true;
  if (unexplained.length > left.length) return false;
  const total = sum(unexplained) - fees;
  return total === sum(left) || (unexplained.length === 1 && left.includes(total));
}

function take(amounts: bigint[], amount: bigint): boolean {
  const index = amounts.indexOf(amount);
  if (index >= 0) amounts.splice(index, 1);
  return index >= 0;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
