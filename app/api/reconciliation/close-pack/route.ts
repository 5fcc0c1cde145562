export { downloadClosePack as GET } from "@/lib/queries/close-pack";
export { rejectHead as HEAD } from "@/lib/queries/define-route";
