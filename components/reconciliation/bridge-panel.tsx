import { Panel } from "@/components/ui/panel";
import { Money } from "@/components/ui/values/money";
import type { Bridge } from "@/lib/domain/reconciliation/bridge";
import { type BridgeBar, layoutBridge } from "./layout-bridge";

const BAR_CLASSES = {
  up: "fill-accent opacity-65",
  down: "fill-ink-3 opacity-50",
  total: "fill-accent",
  unexplained: "fill-bad opacity-75",
} as const satisfies Record<BridgeBar["tone"], string>;

/** From our transactions to the settlement, drawn on the server, with the same figures as a table. */
export function BridgePanel({ bridge }: { bridge: Bridge }) {
  const { bars, zeroY } = layoutBridge(bridge);
  return (
    <Panel
      title={`From transactions to settlement, ${bridge.currency}`}
      lead="What leaves the master account is positive."
    >
      <div className="grid items-center gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
        <div aria-hidden="true">
          <svg aria-hidden="true" className="block h-52 w-full overflow-visible">
            {bars.map(({ name, tone, x, width, y, height, endY }, index) => (
              <g key={name}>
                <rect
                  x={percent(x)}
                  y={percent(y)}
                  width={percent(width)}
                  height={percent(height)}
                  rx="1.5"
                  className={BAR_CLASSES[tone]}
                />
                {index < bars.length - 1 && (
                  <line
                    x1={percent(x)}
                    x2={percent(bars[index + 1]?.x ?? 100)}
                    y1={percent(endY)}
                    y2={percent(endY)}
                    className="stroke-line-strong"
                    strokeDasharray="2 3"
                  />
                )}
              </g>
            ))}
            <line x1="0" x2="100%" y1={percent(zeroY)} y2={percent(zeroY)} className="stroke-line-strong" />
          </svg>
          <ol className="mt-1.5 flex text-center text-ink-2 text-small max-sm:hidden">
            {bars.map(({ name }) => (
              <li key={name} className="min-w-0 flex-1 text-balance px-0.5 leading-tight">
                {name}
              </li>
            ))}
          </ol>
        </div>
        <table aria-label={`From transactions to settlement in ${bridge.currency}`} className="w-full">
          <tbody className="divide-y divide-line">
            {bars.map(({ name, amount, tone }) => (
              <tr key={name} className={tone === "total" ? "font-medium" : undefined}>
                <th scope="row" className="py-1.5 text-start font-[inherit] text-ink-2">
                  {name}
                </th>
                <td className="py-1.5 text-end">
                  <Money amount={amount} currency={bridge.currency} isMuted={Number(amount) === 0} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
