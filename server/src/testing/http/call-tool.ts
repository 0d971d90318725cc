import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

type ToolResult = { data: Record<string, never>; about: Record<string, unknown> };

// Calls a tool that must succeed.
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<ToolResult> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: input });
  expect([name, isError, isError === true ? content : undefined]).toEqual([name, undefined, undefined]);
  // Older clients read only the text.
  expect(JSON.parse((content as { text: string }[])[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent as ToolResult;
}
