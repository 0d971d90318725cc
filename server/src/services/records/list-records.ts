import type { Page, PageStart } from '../../store/records/record-filter.ts';
import { invalidInput } from '../parse-input.ts';

const pageRows = 500;

/** Everything that a query finds, page by page: memory stays flat whatever the number of rows. */
export async function* listPages<Row extends PageStart>(
  readPage: (page: Page) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: PageStart | undefined;
  for (;;) {
    const rows = await readPage({ after, limit: pageRows });
    yield rows;
    after = rows.at(-1);
    if (rows.length < pageRows) return;
  }
}

/** `q` is another name for `query`; two different texts cannot both be meant. Blank text narrows nothing. */
export function textFilter(filter: {
  query?: string | undefined;
  q?: string | undefined;
}): string | undefined {
  const { query, q } = filter;
  if (query !== undefined && q !== undefined && query !== q) {
    throw invalidInput([{ path: 'q', message: 'is an alias of query; give only one of them' }]);
  }
  const text = (query ?? q)?.trim();
  return text === '' ? undefined : text;
}
