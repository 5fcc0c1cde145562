import { formatSpendLimit } from "@/components/cards/create-wizard/spend-limit-text";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { IssueSummary } from "@/lib/domain/runs/issue-summary";

type IssuePlanProps = {
  summary: IssueSummary;
  /** Null before the program's first card. */
  currency: string | null;
  /** "about 2 minutes" */
  time: string;
};

const MAX_DESIGNS = 4;

/** What will be issued, before it is. */
export function IssuePlan({ summary, currency, time }: IssuePlanProps) {
  const { customers, consumers, businesses, virtual, physical, designs } = summary;
  const rest = designs.slice(MAX_DESIGNS).reduce((sum, { cards }) => sum + cards, 0);
  const facts = [
    {
      name: "For",
      value: `${countOf(customers, "customer")}: ${joinCounts([
        [consumers, "consumer card"],
        [businesses, "business card"],
      ])}`,
    },
    {
      name: "Types",
      value: [virtual && `${formatCount(virtual)} virtual`, physical && `${formatCount(physical)} physical`]
        .filter(Boolean)
        .join(", "),
    },
    {
      name: "Designs",
      value: [
        ...designs.slice(0, MAX_DESIGNS).map(({ name, cards }) => `${name} ${formatCount(cards)}`),
        ...(rest > 0 ? [`others ${formatCount(rest)}`] : []),
      ].join(", "),
    },
    { name: "All spend limits together", value: formatSpendLimit(summary.totalLimit, currency) },
    { name: "Highest spend limit", value: formatSpendLimit(summary.highestLimit, currency) },
    { name: "Time", value: capitalize(time) },
  ];
  return (
    <Panel
      title="What will happen"
      lead="A row that another run has issued is skipped. An issued card can be blocked, but not removed."
      className="mb-4"
    >
      <DescriptionList facts={facts} className="max-w-2xl" />
    </Panel>
  );
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function joinCounts(counts: readonly (readonly [number, string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => countOf(count, name))
    .join(", ");
}
