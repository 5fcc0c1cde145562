import { ErrorPage } from "@/components/layout/error-page";

export default function DesignNotFound() {
  return (
    <ErrorPage kicker="Design not found" title="The issuer knows no such design">
      The id in the address may be mistyped or cut off, or the design is no longer offered. Cards that carry
      it keep it.
    </ErrorPage>
  );
}
