import { auditPages, csvExport, search } from "./benchmarks";
import { canaries } from "./canaries";
import type { Claim } from "./claim";
import { dark } from "./dark";
import { databaseFaults } from "./database-faults";
import { forged } from "./forged";
import { formulas } from "./formulas";
import { kill, killPostgres } from "./kill";
import { loginFlood } from "./login-flood";
import { lostAnswers } from "./lost-answers";
import { parameters } from "./parameters";
import { rateLimits } from "./rate-limits";
import { pages, reads } from "./reads";
import { replacedWorld } from "./replaced-world";
import { restart } from "./restart";
import { scriptsInFields } from "./scripts-in-fields";
import { secondProcess } from "./second-process";
import { knownBugs, seeds } from "./simulated";
import { soak } from "./soak";
import { streamRestart } from "./stream-restart";
import { streamCycles, streams } from "./streams";
import { submits } from "./submits";
import { tampering } from "./tampering";
import { access, accessibility, manyAtOnce, reportLinks, ssrf } from "./tested";
import { webhookChaos } from "./webhook-chaos";
import { webhooks } from "./webhooks";

/** In the order of docs/proof.md. */
export const CLAIMS: Claim[] = [
  webhooks,
  reads,
  pages,
  streams,
  streamCycles,
  csvExport,
  loginFlood,
  auditPages,
  search,
  restart,
  kill,
  killPostgres,
  databaseFaults,
  secondProcess,
  lostAnswers,
  dark,
  rateLimits,
  manyAtOnce,
  reportLinks,
  webhookChaos,
  streamRestart,
  replacedWorld,
  submits,
  seeds,
  knownBugs,
  access,
  forged,
  ssrf,
  canaries,
  scriptsInFields,
  formulas,
  parameters,
  tampering,
  accessibility,
  soak,
];
