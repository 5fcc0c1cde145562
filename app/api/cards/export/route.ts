export { exportCards as GET, exportChosenCards as POST } from "@/lib/queries/cards-export";
export { rejectHead as HEAD } from "@/lib/queries/define-route";
