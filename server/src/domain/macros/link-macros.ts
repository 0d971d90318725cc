import type { TrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import { encodeValue } from './encode-value.ts';

export type LinkMacros = Pick<TrafficSource, 'clickIdParam' | 'clickIdMacro' | 'costParam' | 'costMacro'> & {
  tokens: { index: number; param: string; macro?: string | null }[];
};

/**
 * Returns the query of a campaign link, with its question mark. Macros are not encoded, because the source would not
 * recognize them. Parameters without a macro are left out, because only the source itself could add them.
 */
export function writeLinkMacros(source: LinkMacros): string {
  const pairs = [
    [source.clickIdParam, source.clickIdMacro],
    [source.costParam, source.costMacro],
    ...source.tokens
      .toSorted((one, other) => one.index - other.index)
      .map(({ param, macro }) => [param, macro] as const),
  ];
  const written = new Map<string, string>();
  for (const [param, macro] of pairs)
    if (typeof param === 'string' && typeof macro === 'string' && !written.has(param))
      written.set(param, `${encodeValue(param)}=${macro}`);
  return written.size === 0 ? '' : `?${[...written.values()].join('&')}`;
}
