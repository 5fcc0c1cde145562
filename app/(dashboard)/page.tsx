import { PageHeader } from "@/components/layout/page-header";
import { definePage } from "@/lib/queries/define-page";

export default definePage({
  permission: "cards.read",
  render: ({ actor }) => <PageHeader title="Overview" lead={`Signed in as ${actor.name}`} />,
});
