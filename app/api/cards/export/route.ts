export { exportCards as GET } from "@/lib/queries/cards-export";
export { rejectHead as HEAD } from "@/lib/queries/define-route";
