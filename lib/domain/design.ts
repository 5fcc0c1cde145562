export type DesignUse = { designId: string; status: string; cards: number };

/** A design and the cards that are known to carry it. */
export type UsedDesign = {
  id: string;
  name: string;
  stock: boolean;
  default: boolean;
  embossNameSupported: boolean;
  cards: number;
  uses: DesignUse[];
};
