"use server";

import { z } from "zod";
import { findLink } from "@/lib/auth/one-time-links";
import { requestInfo } from "@/lib/auth/request-info";
import { beginAttempt } from "@/lib/auth/single-sign-on/begin";
import { countAttempt, oneTimeLinkLimit, throttledMessage } from "@/lib/auth/throttle";
import { recordThrottled } from "@/lib/auth/throttle-log";
import { describeRefusal } from "@/lib/domain/people/sign-in-refusal";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

const Input = z.object({ token: z.string().min(1).max(200) });

/**
 * Returns the provider's URL for a person with a one-time link. Without a session: the link is the permission, and it
 * is used up only when the person comes back (link-person.ts).
 */
export async function beginAccountLink(rawInput: z.input<typeof Input>): Promise<Result<{ url: string }>> {
  const { requestId, address } = await requestInfo();
  const reject = (code: AppError["code"], message: string, retry: AppError["retry"] = "never") =>
    failure({ code, message, requestId, retry });
  const settings = env().singleSignOn;
  const input = Input.safeParse(rawInput);
  if (!settings || !input.success) return reject("invalid", "This link can’t be used.");
  const rateLimit = oneTimeLinkLimit(address);
  const throttled = await countAttempt(rateLimit);
  if (throttled) {
    await recordThrottled({ key: rateLimit.key, action: "person.link", target: null, address });
    return reject("throttled", throttledMessage(throttled), "safe");
  }
  const { token } = input.data;
  if (!(await findLink(token))) return reject("refused", describeRefusal("link-expired", settings.name));
  try {
    return success({
      url: await beginAttempt(settings, { next: "/", purpose: { is: "link", token } }),
    });
  } catch (error) {
    log().error({ err: error, requestId }, "The provider of single sign-on can’t be reached");
    return reject("refused", describeRefusal("unreachable", settings.name), "safe");
  }
}
