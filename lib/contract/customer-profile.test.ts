import { expect, it } from "vitest";
import { sampleBusinessRequest } from "@/testing/arbitraries";
import { NO_LINE_2 } from "./create-card";
import { profileOf, shippingOf } from "./customer-profile";

it("leaves out the second address line of a shipment if the company has none", () => {
  const request = sampleBusinessRequest();
  const address = (line2: string) =>
    shippingOf(
      profileOf({
        ...request,
        kyc: {
          ...request.kyc,
          businessOperationAddress: { ...request.kyc.businessOperationAddress, line2 },
        },
      }),
    ).companyAddress;
  expect(address(NO_LINE_2)?.line2).toBe("");
  expect(address("Floor 3")?.line2).toBe("Floor 3");
});
