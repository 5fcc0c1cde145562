import { LinkButton } from "@/components/ui/buttons/link-button";

type LogPaginationProps = {
  olderHref: string | null;
  newestHref: string | null;
  /** For a list that isn't a log. */
  names?: { older: string; newest: string };
};

const NAMES = { older: "Older", newest: "Newest" };

/** Pagination for logs, newest first. */
export function LogPagination({ olderHref, newestHref, names = NAMES }: LogPaginationProps) {
  if (!olderHref && !newestHref) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {newestHref && <LinkButton href={newestHref}>{names.newest}</LinkButton>}
      {olderHref && (
        <LinkButton href={olderHref} rel="next">
          {names.older}
        </LinkButton>
      )}
    </nav>
  );
}
