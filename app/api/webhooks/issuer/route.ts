export { receiveWebhook as POST } from "@/lib/events/webhook-receiver";
