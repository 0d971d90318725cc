import { showInvisible } from '@waypost/contract/invisible-text.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Clients take about 25,000 tokens, and some of them 10,000; dense JSON has some three characters to a token. */
export const answerLengthMax = 40_000;

/** As text too, for clients that know nothing else. An answer that is too long is refused as a whole, never cut. */
export function sendAnswer(answer: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(answer);
  if (text.length > answerLengthMax)
    return refuseCall(
      `The answer would have ${text.length} characters; the limit is ${answerLengthMax}. Ask for less: a lower limit, fewer dimensions, a narrower filter, or detail concise.`,
    );
  return { content: [{ type: 'text', text }], structuredContent: answer };
}

export function refuseCall(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: showInvisible(message) }] };
}
