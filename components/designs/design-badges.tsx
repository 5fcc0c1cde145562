import { Badge } from "@/components/ui/values/badge";
import type { CardDesign } from "@/lib/contract/card-design";

export function DesignBadges({ design }: { design: CardDesign }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {design.stock ? (
        <Badge tone="good" shape="check">
          In stock
        </Badge>
      ) : (
        <Badge tone="warn" shape="alert">
          Out of stock
        </Badge>
      )}
      {design.default && (
        <Badge tone="accent" shape="diamond">
          Default
        </Badge>
      )}
      {design.embossNameSupported && <Badge>Name embossed</Badge>}
    </span>
  );
}
