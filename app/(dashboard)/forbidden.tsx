import { ErrorPage } from "@/components/layout/error-page";

export default function Forbidden() {
  return (
    <ErrorPage kicker="403" title="You don’t have access to this page">
      An admin can change your role in Settings &gt; Team.
    </ErrorPage>
  );
}
