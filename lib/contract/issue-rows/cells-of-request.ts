import type { CardDesign } from "@/lib/contract/card-design";
import { type CreateCardRequest, NO_LINE_2 } from "@/lib/contract/create-card";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import { findDesign } from "./check-rows";

/** The row that makes this request: the reverse of `toRequest`. */
export function cellsOfRequest(
  request: CreateCardRequest,
  designs: readonly Pick<CardDesign, "id" | "name">[] | null,
): IssueCells {
  const { meta, spendLimit, expiryDate, cardDesign } = request;
  const cells: IssueCells = {
    customerType: request.customerType,
    customerId: meta.id,
    kycApplicantId: request.kycApplicantId,
    ...kycCells(request),
    dialCode: String(meta.otpPhoneNumber.dialCode),
    phone: meta.otpPhoneNumber.phoneNumber,
    email: meta.email ?? "",
    cardType: request.cardType,
    cardName: request.preferredCardName,
    design: cardDesign ? designText(cardDesign, designs) : "",
    spendLimit: spendLimit === undefined ? "" : String(spendLimit),
    expiryDate: expiryDate ?? "",
  };
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ""));
}

function kycCells(request: CreateCardRequest): IssueCells {
  if (request.customerType === "Business") {
    const { fullName, entityType, businessRegistrationNumber, businessOperationAddress } = request.kyc;
    return {
      legalName: fullName,
      entityType,
      registrationNumber: businessRegistrationNumber,
      ...addressCells(businessOperationAddress),
    };
  }
  const { firstName, lastName, dob, residentialAddress } = request.kyc;
  return {
    firstName,
    lastName,
    dob,
    documentType: residentialAddress.idDocumentType,
    documentNumber: residentialAddress.idDocumentNumber,
    ...addressCells(residentialAddress),
  };
}

type Address = {
  line1: string;
  line2: string;
  city: string;
  country: string;
  postalCode?: string | undefined;
};

function addressCells({ line1, line2, city, country, postalCode = "" }: Address): IssueCells {
  return { line1, line2: line2 === NO_LINE_2 ? "" : line2, city, country, postalCode };
}

/** The first design of a name is found by it; any other only by its ID. */
function designText(id: string, designs: readonly Pick<CardDesign, "id" | "name">[] | null): string {
  const name = designs?.find((design) => design.id === id)?.name;
  return name && findDesign(name, designs)?.id === id ? name : id;
}
