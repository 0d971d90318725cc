import type { EdgeHeaders } from '../exchange.ts';
import { copyHeader, truncateHeader } from '../request/header-text.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

type PurposeReason = 'head' | 'sec-purpose' | 'purpose' | 'x-purpose' | 'x-moz' | 'preview';
type Purpose = { isPrefetch: boolean; reason: PurposeReason | undefined };

const visit: Purpose = { isPrefetch: false, reason: undefined };
const prefetches = Object.fromEntries(
  (['head', 'sec-purpose', 'purpose', 'x-purpose', 'x-moz', 'preview'] as const).map((reason) => [
    reason,
    { isPrefetch: true, reason },
  ]),
) as Record<PurposeReason, Purpose>;

const prefetchValue = /prefetch|prerender|preview|instant/i;

/** Detects prefetches. Current browsers send `Sec-Purpose`; older browsers send the other headers. */
export function readPurpose(method: string, headers: EdgeHeaders, isPreviewAgent = false): Purpose {
  if (method === 'HEAD') return prefetches.head;
  // Uses static property names, because reading headers by computed names takes several times as long.
  if (isPrefetchValue(headers['sec-purpose'])) return prefetches['sec-purpose'];
  if (isPrefetchValue(headers.purpose)) return prefetches.purpose;
  if (isPrefetchValue(headers['x-purpose'])) return prefetches['x-purpose'];
  if (isPrefetchValue(headers['x-moz'])) return prefetches['x-moz'];
  return isPreviewAgent ? prefetches.preview : visit;
}

function isPrefetchValue(value: string | string[] | undefined): boolean {
  return value !== undefined && prefetchValue.test(String(value));
}

const languagesMax = 2_000;
const headerLengthMax = 256;
const languages = new TwoGenerationCache<string, string>(languagesMax);
const primary = /^[a-z]{2,3}$/;

/**
 * Returns the preferred language as two or three lowercase letters: `de` for `de-AT,de;q=0.9`. The region is dropped
 * because the IP address gives a more reliable country, and a rule for German should match Austrian visitors too.
 */
export function readLanguage(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const cut = truncateHeader(header, headerLengthMax);
  const known = languages.get(cut);
  if (known !== undefined) return known === '' ? undefined : known;
  const language = parsePreferred(cut);
  languages.set(copyHeader(cut), language ?? '');
  return language;
}

function parsePreferred(header: string): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  for (const item of header.split(',', 16)) {
    const [tag = '', ...parameters] = item.trim().split(';', 4);
    const language = (tag.split(/[-_]/, 1)[0] ?? '').trim().toLowerCase();
    const weight = qualityOf(parameters);
    if (!primary.test(language) || weight <= bestWeight) continue;
    best = language;
    bestWeight = weight;
  }
  return best;
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
  if (quality === undefined) return 1;
  const weight = Number(quality.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
