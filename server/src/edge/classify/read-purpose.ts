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

const early = /prefetch|prerender|preview|instant/i;

/** Whether a page is fetched for somebody who may never look at it. Today's browsers send the first of the headers. */
export function readPurpose(method: string, headers: EdgeHeaders, isPreviewAgent = false): Purpose {
  if (method === 'HEAD') return found.head;
  // Each by its own name: reading whatever name a list has takes several times as long.
  if (isEarly(headers['sec-purpose'])) return found['sec-purpose'];
  if (isEarly(headers.purpose)) return found.purpose;
  if (isEarly(headers['x-purpose'])) return found['x-purpose'];
  if (isEarly(headers['x-moz'])) return found['x-moz'];
  return isPreviewAgent ? found.preview : visit;
}

function isEarly(value: string | string[] | undefined): boolean {
  return value !== undefined && early.test(String(value));
}
