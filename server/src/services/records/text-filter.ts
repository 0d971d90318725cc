import { invalidInput } from '../parse-input.ts';

/** `q` is another name for `query`; two different texts cannot both be meant. Blank text narrows nothing. */
export function textFilter(filter: {
  query?: string | undefined;
  q?: string | undefined;
}): string | undefined {
  const { query, q } = filter;
  if (query !== undefined && q !== undefined && query !== q) {
    throw invalidInput([{ path: 'q', message: 'is another name for query: give one of them' }]);
  }
  const text = (query ?? q)?.trim();
  return text === '' ? undefined : text;
}
