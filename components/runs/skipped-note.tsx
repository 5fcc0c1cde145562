import { Callout } from "@/components/ui/messages/callout";

/** Which of the chosen cards are left alone, where a person might think that all are changed. */
export function SkippedNote({ text, className }: { text: string | null; className?: string }) {
  return (
    text !== null && (
      <Callout tone="warn" className={className}>
        {text}
      </Callout>
    )
  );
}
