/** Keyed by the last part of the path, or by the full path if the last part is ambiguous. */
const LABELS = new Map(
  Object.entries({
    customerType: "Customer type",
    kycApplicantId: "KYC applicant ID",
    firstName: "First name",
    lastName: "Last name",
    dob: "Date of birth",
    idDocumentType: "Document type",
    idDocumentNumber: "Document number",
    fullName: "Legal name",
    entityType: "Entity type",
    businessRegistrationNumber: "Registration number",
    line1: "Address line 1",
    line2: "Address line 2",
    city: "City",
    zone: "State, province, or region",
    country: "Country",
    postalCode: "Postal code",
    "meta.id": "Customer ID",
    email: "Email",
    dialCode: "Country code",
    phoneNumber: "Phone number",
    cardType: "Card type",
    preferredCardName: "Name on card",
    cardDesign: "Design",
    spendLimit: "Spend limit",
    expiryDate: "Expiry date",
    recipientFirstName: "Recipient’s first name",
    recipientLastName: "Recipient’s last name",
    recipientDialCode: "Recipient’s country code",
    recipientPhoneNumber: "Recipient’s phone number",
    recipientEmail: "Recipient’s email",
  }),
);

/** The label that our forms use for an API field; its path if no form has the field. */
export function fieldLabel(path: string): string {
  return LABELS.get(path) ?? LABELS.get(path.slice(path.lastIndexOf(".") + 1)) ?? path;
}
