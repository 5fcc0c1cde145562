import { ErrorPage } from "@/components/layout/error-page";

export default function Forbidden() {
  return (
    <ErrorPage kicker="Not allowed" title="Your role does not open this page">
      An admin can change what you may do, under Settings, Team.
    </ErrorPage>
  );
}
