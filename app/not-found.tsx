import { ErrorPage } from "@/components/layout/error-page";

export default function NotFound() {
  return (
    <ErrorPage kicker="Not found" title="There is no such page" isAlone>
      The address may be mistyped, or what it led to is gone.
    </ErrorPage>
  );
}
