import { replaceClock } from "./clock";
import { replaceLuck } from "./luck";
import { replaceProcessSlots } from "./machines";
import { replacePostgres } from "./postgres";
import { replaceProcess } from "./process";
import "./settle";

// Loaded before main.ts: the product and its libraries must see only the simulated world.
replaceLuck();
replaceClock();
replaceProcessSlots();
replaceProcess();
replacePostgres();
