import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/**
 * Streams a list page by page. Reads the first page before sending anything, so that invalid input or an unavailable
 * database still results in a proper error response.
 */
export async function streamList(
  reply: FastifyReply,
  pages: AsyncGenerator<unknown[]>,
): Promise<FastifyReply> {
  const first = await pages.next();
  const body = Readable.from(writeList(first.done === true ? [] : first.value, pages), { objectMode: false });
  return reply.type('application/json; charset=utf-8').send(body);
}

async function* writeList(first: unknown[], rest: AsyncGenerator<unknown[]>): AsyncGenerator<string> {
  yield '{"ok":true,"data":[';
  let isFirst = true;
  for (let rows: unknown[] | undefined = first; rows !== undefined; rows = await nextPage(rest)) {
    if (rows.length === 0) continue;
    yield (isFirst ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(',');
    isFirst = false;
  }
  yield ']}';
}

async function nextPage(pages: AsyncGenerator<unknown[]>): Promise<unknown[] | undefined> {
  const page = await pages.next();
  return page.done === true ? undefined : page.value;
}
