/** What the issuer charges the program, in the program's currency. Costs are negative, revenue is positive. */
export const FEES = {
  authorization: -0.02,
  clearing: -0.1,
  interchangeShare: 0.011,
  virtualIssuance: -0.5,
  physicalIssuance: -3.5,
  physicalReissue: -3.5,
  monthlyMaintenance: -0.25,
} as const;
