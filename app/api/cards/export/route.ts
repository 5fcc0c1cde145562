export { exportCards as GET } from "@/lib/queries/cards-export";
