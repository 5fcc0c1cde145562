import { ErrorPage } from "@/components/layout/error-page";

export default function CardNotFound() {
  return (
    <ErrorPage
      kicker="Card not found"
      title="The issuer knows no such card"
      back={{ href: "/cards", name: "Go to the cards" }}
    >
      The id in the address may be mistyped or cut off, or it belongs to another program. Nothing was changed
      by opening it.
    </ErrorPage>
  );
}
