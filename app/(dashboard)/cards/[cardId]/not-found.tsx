import { ErrorPage } from "@/components/layout/error-page";

export default function CardNotFound() {
  return (
    <ErrorPage
      kicker="Card not found"
      title="The issuer has no card with this ID"
      back={{ href: "/cards", name: "Go to cards" }}
    >
      The ID in the URL may be mistyped or cut off, or it may belong to another program. Opening this page
      changed nothing.
    </ErrorPage>
  );
}
