import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { exportFormats, type ExportFormat } from '@waypost/contract/exports.ts';
import { chooseEncoding } from '../../platform/accept-encoding.ts';
import { invalidInput } from '../../services/parse-input.ts';
import type { CsvExport } from '../../services/exports/csv-export.ts';

// A download whose client has read nothing for this long is given up.
const pauseMsMax = 600_000;
// Half the work of the usual level, for files that are larger by a tenth.
const gzipLevel = 4;

export function readFormat(format: string | undefined): ExportFormat {
  const known = exportFormats.find((one) => one === (format ?? 'csv'));
  if (known !== undefined) return known;
  throw invalidInput([{ path: 'format', message: `must be one of ${exportFormats.join(', ')}` }]);
}

/**
 * Sends a file as it is made, as fast as it is taken. The first piece is there before anything is sent, so that a
 * mistake still gets an answer of its own; what goes wrong later breaks the connection, and never looks like an end.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, pieces }: CsvExport,
  format: ExportFormat,
): Promise<FastifyReply> {
  const first = await pieces.next();
  const text = Readable.from(startingWith(first, pieces), { objectMode: false });
  const isOnTheWay =
    format === 'csv' && chooseEncoding(request.headers['accept-encoding'], ['gzip']) !== undefined;
  reply.raw.setTimeout(pauseMsMax, () => reply.raw.destroy());
  void reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/gzip')
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('vary', 'accept-encoding');
  if (isOnTheWay) void reply.header('content-encoding', 'gzip');
  if (format === 'csv' && !isOnTheWay) return await reply.send(text);
  // Errors reach the reply through the stream that it sends.
  const packed = pipeline(text, createGzip({ level: gzipLevel }), () => undefined);
  return await reply.send(packed);
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
