export type DesignUse = { designId: string; status: string; cards: number };

/** A design and the number of its cards. */
export type DesignWithUsage = {
  id: string;
  name: string;
  stock: boolean;
  default: boolean;
  embossNameSupported: boolean;
  cards: number;
  uses: DesignUse[];
};
