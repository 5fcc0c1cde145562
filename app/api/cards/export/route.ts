export { exportCards as GET } from "@/lib/queries/cards-export";
export { refuseHead as HEAD } from "@/lib/queries/define-route";
