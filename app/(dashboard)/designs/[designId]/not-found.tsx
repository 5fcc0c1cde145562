import { ErrorPage } from "@/components/layout/error-page";

export default function DesignNotFound() {
  return (
    <ErrorPage kicker="Design not found" title="The issuer has no design with this ID">
      The ID in the URL may be mistyped or cut off, or the design may no longer be offered. Existing cards
      keep their design.
    </ErrorPage>
  );
}
