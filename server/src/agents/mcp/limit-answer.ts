import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * Maximum length of a result in characters. Most clients accept about 25,000 tokens, and some accept only 10,000. Dense
 * JSON has about three characters per token.
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
      `The result would have ${text.length} characters; the maximum is ${answerLengthMax}. Lower the limit, use fewer dimensions or a narrower filter, or set detail to concise.`,
    );
  return { content: [{ type: 'text', text }], structuredContent: answer };
}

export function refuseCall(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: showInvisible(message) }] };
}
