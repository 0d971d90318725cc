import type { Page, PageStart } from '../../store/records/record-filter.ts';
import { invalidInput } from '../parse-input.ts';

const pageRows = 500;

/** Reads page by page, so that memory use does not depend on the number of rows. */
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

/**
 * Returns the text to filter by. `q` is an alias of `query`, and different values are rejected. Blank text does not
 * filter.
 */
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
