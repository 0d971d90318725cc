import { attributeOfMacro, keptAttributeMacros } from '@waypost/contract/attribute-lists.ts';
import { encodeValue } from '../macros/index.ts';
import type { FeedRow } from './feed-row.ts';

type Field = keyof FeedRow;

const fieldOf: ReadonlyMap<string, Field> = new Map([
  ['campaignid', 'campaignId'],
  ...keptAttributeMacros.map((name): [string, Field] => [name, attributeOfMacro[name]]),
]);
const macro = /\{(\w+)\}/g;

/** The URL as the visitor got it: rows keep names of macros in place of the values that they have in other columns. */
export function fillKeptUrl(url: string, row: FeedRow, clickId: string): string {
  return url.replace(macro, (written, name: string) => {
    // Nobody knows it any more where the campaign is gone.
    if (name === 'clickid') return clickId === '' ? written : clickId;
    const field = fieldOf.get(name);
    return field === undefined ? written : encodeValue(String(row[field] ?? ''));
  });
}
