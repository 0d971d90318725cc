import type { EdgeHeaders } from '../exchange.ts';
import { copyHeader, cutHeader } from '../request/cut-header.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

type PurposeReason = 'head' | 'sec-purpose' | 'purpose' | 'x-purpose' | 'x-moz' | 'preview';
type Purpose = { isPrefetch: boolean; reason: PurposeReason | undefined };

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

const languagesKept = 2_000;
const headerLengthMax = 256;
const languages = new TwoGenerationCache<string, string>(languagesKept);
const primary = /^[a-z]{2,3}$/;

/**
 * The language a visitor prefers, as two or three lower-case letters: `de-AT,de;q=0.9` is `de`. The region is left out:
 * the country is known better from the address, and a rule for German should not miss the Austrians.
 */
export function readLanguage(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const cut = cutHeader(header, headerLengthMax);
  const known = languages.get(cut);
  if (known !== undefined) return known === '' ? undefined : known;
  const language = preferred(cut);
  languages.set(copyHeader(cut), language ?? '');
  return language;
}

function preferred(header: string): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  for (const item of header.split(',', 16)) {
    const [tag = '', ...parameters] = item.trim().split(';', 4);
    const language = (tag.split(/[-_]/, 1)[0] ?? '').trim().toLowerCase();
    const weight = weightOf(parameters);
    if (!primary.test(language) || weight <= bestWeight) continue;
    best = language;
    bestWeight = weight;
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
  if (quality === undefined) return 1;
  const weight = Number(quality.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
