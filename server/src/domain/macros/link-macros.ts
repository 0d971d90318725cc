import type { TrafficSource } from '@waypost/contract/traffic-sources.ts';
import { encodeValue } from './encode-value.ts';

/** What a traffic source replaces in links, and the parameters that take it. */
export type LinkMacros = Pick<TrafficSource, 'clickIdParam' | 'clickIdMacro' | 'costParam' | 'costMacro'> & {
  tokens: { index: number; param: string; macro?: string | null }[];
};

/**
 * The query of a link in an ad of the source, with its question mark. Macros stand there as the source writes them: one
 * that is encoded, it would not find. What has no macro is left out, since the source adds it by itself or not at all.
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
