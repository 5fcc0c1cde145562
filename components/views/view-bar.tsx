import { Callout } from "@/components/ui/messages/callout";
import type { ViewBarState } from "@/lib/domain/views/view-bar";
import { ViewTabs } from "./view-tabs";

/** The saved views of a list as tabs, above its filters, and what is wrong with the open one. */
export function ViewBar({ bar }: { bar: ViewBarState }) {
  const { tabs, currentId, isMissing, lost } = bar;
  const canChange = tabs.some(({ id, canChange }) => id === currentId && canChange);
  return (
    <div className="mb-4">
      <ViewTabs bar={bar} />
      {isMissing && (
        <Callout tone="warn" className="mt-3">
          This view was deleted, or isn’t shared with you. The filters in the link still apply.
        </Callout>
      )}
      {lost.length > 0 && (
        <Callout
          tone="warn"
          className="mt-3"
          detail={
            canChange
              ? "Save the view to remove the filter from it."
              : "Save it as your own view without the filter."
          }
        >
          {lostText(lost)}
        </Callout>
      )}
    </div>
  );
}

function lostText(lost: readonly string[]): string {
  const names = lost.map((condition) => `“${condition}”`).join(", ");
  return lost.length === 1
    ? `This view’s filter ${names} no longer exists. The list isn’t filtered by it and may show more rows.`
    : `These filters of this view no longer exist: ${names}. The list isn’t filtered by them and may show more rows.`;
}
