import { showInvisible } from '@waypost/contract/invisible-text.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** About what a model can still read at once; more would push out what it was asked. */
export const answerLengthMax = 200_000;

/** As text too, for clients that know nothing else. An answer that is too long is refused as a whole, never cut. */
export function limitAnswer(answer: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(answer);
  if (text.length > answerLengthMax)
    return refuseCall(
      `the answer would have ${text.length} characters, and at most ${answerLengthMax} are sent: ask for fewer rows (limit), fewer dimensions or a narrower filter`,
    );
  return { content: [{ type: 'text', text }], structuredContent: answer };
}

export function refuseCall(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: showInvisible(message) }] };
}
