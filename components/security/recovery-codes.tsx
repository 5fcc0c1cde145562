import { Button } from "@/components/ui/buttons/button";
import { copyText } from "@/lib/client/copy-text";
import { toast } from "@/lib/client/toast";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  async function copy() {
    const isCopied = await copyText(codes.join("\n"));
    toast(
      isCopied
        ? { title: "Recovery codes copied", tone: "good" }
        : { title: "Couldn’t copy", detail: "Select the codes and copy them.", tone: "bad" },
    );
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <ol aria-label="Recovery codes" className="grid gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button size="small" onClick={() => void copy()}>
        Copy all codes
      </Button>
    </div>
  );
}
