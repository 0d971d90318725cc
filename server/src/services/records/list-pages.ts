import type { Page, PageStart } from '../../store/record-filter.ts';

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
