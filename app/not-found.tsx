import { ErrorPage } from "@/components/layout/error-page";

export default function NotFound() {
  return (
    <ErrorPage kicker="404" title="Page not found" isStandalone>
      The URL may be wrong, or the page no longer exists.
    </ErrorPage>
  );
}
