import "server-only";
import type { z } from "zod";
import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { requestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { fieldErrors } from "@/lib/contract/error";
import type { Permission } from "@/lib/domain/people/permissions";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { isStorableDeep } from "@/lib/domain/text/storable-text";

export type QueryContext<Input> = { input: Input; actor: Actor; address: string; requestId: string };

export type QueryDefinition<Input extends z.ZodType, Data> = {
  name: string;
  permission: Permission;
  input: Input;
  run(context: QueryContext<z.output<Input>>): Promise<Result<Data>>;
};

export type Query<Input extends z.ZodType, Data> = ((input: z.input<Input>) => Promise<Result<Data>>) & {
  permission: Permission;
};

/** A read: checks the permission, then the input, then reads the data. */
export function defineQuery<Input extends z.ZodType, Data>(
  definition: QueryDefinition<Input, Data>,
): Query<Input, Data> {
  const query = async (rawInput: z.input<Input>): Promise<Result<Data>> => {
    const request = await requestInfo();
    const permitted = await permit(
      definition.permission,
      { action: ACCESS_DENIED, message: `View ${definition.name}` },
      request,
    );
    if (!permitted.ok) return permitted;
    const input = definition.input.safeParse(rawInput);
    if (!input.success) return failure(invalid(request.requestId, fieldErrors(input.error)));
    if (!isStorableDeep(input.data)) return failure(invalid(request.requestId));
    const { address, requestId } = request;
    return definition.run({ input: input.data, actor: permitted.data, address, requestId });
  };
  return Object.assign(query, { permission: definition.permission });
}

function invalid(requestId: string, fields?: AppError["fields"]): AppError {
  const error: AppError = {
    code: "invalid",
    message: "The request is invalid.",
    requestId,
    retry: "never",
  };
  return fields ? { ...error, fields } : error;
}
