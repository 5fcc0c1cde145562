/** Simulates the KYC provider: the applicant ID decides the result of the cross-check. */
export function findKycProblem(applicantId: string): string | null {
  const id = applicantId.toLowerCase();
  if (id.includes("unverified")) return "the applicant is not verified by the KYC provider";
  if (id.includes("mismatch")) return "the submitted KYC data does not match the verified applicant";
  return null;
}
