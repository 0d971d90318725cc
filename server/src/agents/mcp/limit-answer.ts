import { showInvisible } from '@waypost/contract/invisible-text.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * Maximum length of a result in characters. Clients accept about 25,000 tokens, and some only 10,000. Dense JSON has
 * about three characters per token.
 */
export const answerLengthMax = 40_000;

/**
 * Returns the result both as structured content and as text, because some clients support only text. A result that is
 * too long is rejected as a whole, never truncated.
 */
export function sendAnswer(answer: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(answer);
  if (text.length > answerLengthMax)
    return refuseCall(
      `The result would have ${text.length} characters; the limit is ${answerLengthMax}. Use a lower limit, fewer dimensions, a narrower filter, or detail concise.`,
    );
  return { content: [{ type: 'text', text }], structuredContent: answer };
}

export function refuseCall(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: showInvisible(message) }] };
}
