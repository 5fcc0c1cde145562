import { CopyableId } from "@/components/ui/buttons/copyable-id";

/** The ID to quote when asking for help. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="mt-1 inline-flex flex-wrap items-baseline gap-x-1.5 text-small text-ink-3">
      Request ID <CopyableId id={id} name="request ID" />
    </p>
  );
}
