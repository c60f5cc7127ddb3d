// The Vercel AI SDK over chat, Responses and Anthropic's messages: an object, tools in a loop, streams.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Output, generateText, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";

const url = process.env.CONSTRAIN_URL;
const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
const models = {
  responses: openai.responses("small"),
  chat: openai.chat("small"),
  compatible: createOpenAICompatible({ name: "here", baseURL: `${url}/v1`, supportsStructuredOutputs: true })("small"),
  messages: createAnthropic({ baseURL: `${url}/v1`, apiKey: "none" })("small"),
};
const schema = z.object({ city: z.string().max(12), sky: z.enum(["sun", "rain", "snow"]), degrees: z.number().int() });
const city = z.object({ city: z.enum(["Oslo", "Rome"]) });
const tools = {
  temperature: tool({ description: "The temperature in a city.", inputSchema: city, execute: async () => 3 }),
  wind: tool({ description: "The wind in a city.", inputSchema: city, execute: async () => "strong" }),
};
const common = { maxRetries: 0, maxOutputTokens: 250, temperature: 0 };
const steps = stepCountIs(3);

for (const [name, model] of Object.entries(models)) {
  const prompt = "The weather in Oslo is cold, 3 degrees.";
  const made = await generateText({ ...common, model, prompt, output: Output.object({ schema }) });
  schema.parse(made.output);
  const stream = streamText({ ...common, model, prompt, output: Output.object({ schema }), onError: ({ error }) => { throw error; } });
  for await (const _ of stream.textStream) { /* it comes in pieces */ }
  schema.parse(await stream.output);
  const loop = await generateText({ ...common, model, prompt: "What is the weather in Oslo?", tools, toolChoice: "required", stopWhen: steps });
  if (!loop.steps.some((step) => step.toolResults.length)) throw new Error(`${name}: no tool was called`);
  console.log(name, "ok");
}
