/** The sandbox's stand-in for the KYC provider: the applicant id says how the cross-check ends. */
export function kycProblem(applicantId: string): string | null {
  const id = applicantId.toLowerCase();
  if (id.includes("unverified")) return "the applicant is not verified by the KYC provider";
  if (id.includes("mismatch")) return "the submitted KYC data does not match the verified applicant";
  return null;
}
