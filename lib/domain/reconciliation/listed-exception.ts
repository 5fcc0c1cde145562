import type { ListedTransaction } from "@/lib/domain/cards/listed";
import type { ReconciliationException } from "./exception";

/** `card` is null if the card is not in the index. */
export type ListedException = ReconciliationException & { card: ListedTransaction["card"] };
