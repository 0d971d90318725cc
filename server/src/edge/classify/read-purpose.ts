import type { EdgeHeaders } from '../exchange.ts';

export type PurposeReason = 'head' | 'sec-purpose' | 'purpose' | 'x-purpose' | 'x-moz' | 'preview';
export type Purpose = { isPrefetch: boolean; reason: PurposeReason | undefined };

const visit: Purpose = { isPrefetch: false, reason: undefined };
const found = Object.fromEntries(
  (['head', 'sec-purpose', 'purpose', 'x-purpose', 'x-moz', 'preview'] as const).map((reason) => [
    reason,
    { isPrefetch: true, reason },
  ]),
) as Record<PurposeReason, Purpose>;

// In the order in which they are looked at: what today's browsers send first.
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const early = /prefetch|prerender|preview|instant/i;

/** Whether a page is fetched for somebody who may never look at it. */
export function readPurpose(method: string, headers: EdgeHeaders, isPreviewAgent = false): Purpose {
  if (method === 'HEAD') return found.head;
  for (const name of purposeHeaders) {
    const value = headers[name];
    if (value !== undefined && early.test(String(value))) return found[name];
  }
  return isPreviewAgent ? found.preview : visit;
}
