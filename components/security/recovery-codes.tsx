import { CopyableId } from "@/components/ui/buttons/copyable-id";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Recovery codes" className="grid gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <CopyableId id={codes.join("\n")} name="all codes" />
    </div>
  );
}
