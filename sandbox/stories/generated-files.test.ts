import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openTestSandbox } from "@/testing/sandbox";
import { generatedStoryFiles } from "./generated-files";
import { storyJsonSchema } from "./json-schema";

it.each(Object.entries(generatedStoryFiles()))("%s is up to date (npm run stories)", (path, text) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("the schema is served without a key and describes every action", async () => {
  const sandbox = await openTestSandbox();
  const response = await sandbox.request("/story.schema.json");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(storyJsonSchema())));
  await sandbox.close();
  const { definitions } = storyJsonSchema() as {
    definitions: {
      StoryStep: { properties: Record<string, { description?: string; $ref?: string }>; oneOf: unknown[] };
    };
  };
  const { properties, oneOf } = definitions.StoryStep;
  for (const [name, property] of Object.entries(properties))
    expect(property.description ?? property.$ref, name).toBeTruthy();
  expect(oneOf).toContainEqual({ required: ["purchase"] });
});
