import { writeFileSync } from "node:fs";
import { generatedStoryFiles } from "@/sandbox/stories/generated-files";

for (const [path, text] of Object.entries(generatedStoryFiles())) writeFileSync(path, text);
