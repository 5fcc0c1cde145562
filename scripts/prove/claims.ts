import type { Claim } from "./claim";
import { kill, killPostgres } from "./kill";
import { pages, reads } from "./reads";
import { restart } from "./restart";
import { streamCycles, streams } from "./streams";
import { submits } from "./submits";
import { webhooks } from "./webhooks";

/** In the order of docs/proof.md. */
export const CLAIMS: Claim[] = [
  webhooks,
  reads,
  pages,
  streams,
  streamCycles,
  restart,
  kill,
  killPostgres,
  submits,
];
