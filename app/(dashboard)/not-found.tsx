import { ErrorPage } from "@/components/layout/error-page";

export default function NotFoundInShell() {
  return (
    <ErrorPage kicker="404" title="Page not found">
      The URL may be wrong, or what it shows no longer exists.
    </ErrorPage>
  );
}
