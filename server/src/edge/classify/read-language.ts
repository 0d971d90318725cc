import { copyHeader } from '../request/copy-header.ts';
import { cutHeader } from '../request/cut-header.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

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
