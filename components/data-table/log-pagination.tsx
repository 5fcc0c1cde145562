import { LinkButton } from "@/components/ui/buttons/link-button";

/** Pagination for logs, newest first. */
export function LogPagination({
  olderHref,
  newestHref,
}: {
  olderHref: string | null;
  newestHref: string | null;
}) {
  if (!olderHref && !newestHref) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {newestHref && <LinkButton href={newestHref}>Newest</LinkButton>}
      {olderHref && (
        <LinkButton href={olderHref} rel="next">
          Older
        </LinkButton>
      )}
    </nav>
  );
}
