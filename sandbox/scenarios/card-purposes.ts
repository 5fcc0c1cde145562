import type { Category } from "./merchants";

/** Prices in US dollars at United States levels; `hours` are local. */
type CategoryProfile = { low: number; high: number; hours: readonly number[] };

export const CATEGORIES: Record<Category, CategoryProfile> = {
  coffee: { low: 3, high: 7.5, hours: [7, 7, 8, 8, 8, 9, 9, 10, 11, 13, 14, 15, 16] },
  groceries: { low: 6, high: 120, hours: [9, 10, 11, 12, 14, 16, 17, 17, 18, 18, 18, 19, 19, 20] },
  restaurant: { low: 14, high: 96, hours: [12, 12, 12, 13, 13, 14, 18, 19, 19, 19, 20, 20, 21, 22] },
  fuel: { low: 28, high: 92, hours: [6, 7, 7, 8, 10, 12, 14, 16, 17, 17, 18, 20] },
  transit: { low: 3.5, high: 64, hours: [6, 7, 7, 8, 8, 9, 12, 15, 16, 17, 17, 18, 19, 22, 23] },
  hotel: { low: 82, high: 430, hours: [7, 8, 9, 9, 10, 11, 15, 16, 18, 20, 21] },
  shop: { low: 16, high: 390, hours: [10, 11, 12, 13, 14, 15, 15, 16, 17, 18, 19] },
  pharmacy: { low: 5, high: 46, hours: [9, 10, 11, 12, 15, 16, 17, 18, 19] },
  office: { low: 9, high: 280, hours: [9, 9, 10, 10, 11, 13, 14, 14, 15, 16] },
  cash: { low: 20, high: 300, hours: [9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 21, 23] },
  airline: { low: 92, high: 780, hours: [8, 9, 10, 11, 13, 14, 16, 19, 20, 21, 22] },
  subscription: { low: 6, high: 79, hours: [0, 1, 2, 3, 4, 5, 6] },
  cloud: { low: 35, high: 890, hours: [0, 1, 2, 3, 4] },
  advertising: { low: 20, high: 450, hours: [0, 3, 5, 8, 10, 11, 13, 14, 16, 17, 19, 21, 23] },
  courier: { low: 7, high: 96, hours: [9, 10, 11, 13, 14, 15, 16, 17] },
  webshop: { low: 9, high: 210, hours: [8, 10, 12, 13, 17, 19, 20, 20, 21, 21, 22, 23] },
};

/** What a card is used for. */
export type Purpose = {
  /** Null if the card shows its holder's name. */
  name: string | null;
  isNumbered?: boolean;
  physicalShare: number;
  /** The number of transactions, relative to other purposes. */
  activity: number;
  tripShare: number;
  /** The probability of each further monthly charge. */
  regularShare: number;
  regular: "subscription" | "cloud";
  habits: Partial<Record<Category, number>>;
  limitsInDollars: readonly number[];
};

const EVERYDAY: Purpose["habits"] = {
  coffee: 16,
  groceries: 24,
  restaurant: 14,
  fuel: 6,
  transit: 11,
  shop: 7,
  pharmacy: 5,
  webshop: 9,
  airline: 1,
  hotel: 1,
  cash: 4,
};
const ONLINE: Purpose["habits"] = { webshop: 60, subscription: 6, airline: 4, restaurant: 14, transit: 8 };

const CONSUMER_LIMITS = [500, 1000, 1000, 1500, 2000, 3000, 5000];
const TEAM_LIMITS = [1000, 2500, 2500, 5000, 10_000];
const COMPANY_LIMITS = [5000, 10_000, 10_000, 20_000, 50_000];

export const CONSUMER_PURPOSES: readonly Purpose[] = [
  consumer(null, { physicalShare: 0.66, tripShare: 0.22 }),
  consumer(null, { physicalShare: 0.66, tripShare: 0.22 }),
  consumer(null, { physicalShare: 0.66, tripShare: 0.22, activity: 1.4 }),
  consumer("Everyday", { physicalShare: 0.5 }),
  consumer("Online", { habits: ONLINE, regularShare: 0.6 }),
  consumer("Subscriptions", { habits: ONLINE, regularShare: 0.9, activity: 0.5 }),
  consumer("Holiday", { physicalShare: 0.5, tripShare: 0.9, activity: 0.6 }),
  consumer("Family", { physicalShare: 0.5, activity: 1.2 }),
];

export const BUSINESS_PURPOSES: readonly Purpose[] = [
  business("Travel", {
    physicalShare: 0.55,
    tripShare: 0.9,
    habits: { airline: 12, hotel: 16, restaurant: 24, transit: 28, coffee: 12, cash: 3 },
    limitsInDollars: COMPANY_LIMITS,
  }),
  business("Office supplies", { habits: { office: 62, webshop: 14, courier: 10, coffee: 8 } }),
  business("Ads", { activity: 1.5, habits: { advertising: 100 }, limitsInDollars: COMPANY_LIMITS }),
  business("Fleet", {
    isNumbered: true,
    physicalShare: 0.8,
    activity: 1.2,
    habits: { fuel: 74, transit: 10, coffee: 9, restaurant: 7 },
  }),
  business("Cloud", {
    activity: 0.5,
    regularShare: 0.9,
    regular: "cloud",
    habits: { cloud: 70, subscription: 30 },
    limitsInDollars: COMPANY_LIMITS,
  }),
  business("Per diem", {
    physicalShare: 0.6,
    tripShare: 0.6,
    habits: { restaurant: 44, coffee: 24, transit: 18, groceries: 10, cash: 8 },
  }),
  business("Software", { activity: 0.6, regularShare: 0.9, habits: { subscription: 85, webshop: 15 } }),
  business("Team lunch", { physicalShare: 0.2, habits: { restaurant: 70, coffee: 22, groceries: 8 } }),
  business("Couriers", { habits: { courier: 86, office: 14 } }),
  business("Events", {
    physicalShare: 0.3,
    activity: 0.7,
    tripShare: 0.3,
    habits: { hotel: 18, restaurant: 34, shop: 20, office: 14, transit: 14 },
    limitsInDollars: COMPANY_LIMITS,
  }),
  business("Field team", {
    isNumbered: true,
    physicalShare: 0.7,
    habits: { fuel: 30, restaurant: 26, shop: 16, groceries: 12, coffee: 12, cash: 5 },
  }),
  business("Marketing", {
    activity: 1.1,
    regularShare: 0.6,
    habits: { advertising: 60, subscription: 14, webshop: 14, office: 12 },
  }),
];

function consumer(name: string | null, traits: Partial<Purpose>): Purpose {
  return {
    name,
    physicalShare: 0,
    activity: 1,
    tripShare: 0.1,
    regularShare: 0.25,
    regular: "subscription",
    habits: EVERYDAY,
    limitsInDollars: CONSUMER_LIMITS,
    ...traits,
  };
}

function business(name: string, traits: Partial<Purpose>): Purpose {
  return {
    name,
    physicalShare: 0,
    activity: 1,
    tripShare: 0.05,
    regularShare: 0.12,
    regular: "subscription",
    habits: {},
    limitsInDollars: TEAM_LIMITS,
    ...traits,
  };
}
