import { replaceClock } from "./clock";
import { replaceLuck } from "./luck";
import { replaceProcessSlots } from "./machines";
import { replaceNextRequest } from "./next-request";
import { replacePostgres } from "./postgres";
import { replaceProcess } from "./process";
import "./settle";

// Imported before any of the product's code, which must see only the simulated world.
replaceLuck();
replaceClock();
replaceProcessSlots();
replaceProcess();
replacePostgres();
replaceNextRequest();
