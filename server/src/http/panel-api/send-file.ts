import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  exportFormats,
  headerKinds,
  type ExportFormat,
  type HeaderKind,
} from '@waypost/contract/events/exports.ts';
import { chooseEncoding } from '../../platform/accept-encoding.ts';
import { invalidInput } from '../../services/parse-input.ts';
import type { FileExport } from '../../services/exports/csv-export.ts';

// A download is aborted if its client has read nothing for this long.
const pauseMsMax = 600_000;
// This level takes half the CPU time of the default level and produces about 10% more bytes.
const gzipLevel = 4;
const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  'csv.gz': 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function readFormat(format: string | undefined): ExportFormat {
  const known = exportFormats.find((one) => one === (format ?? 'csv'));
  if (known !== undefined) return known;
  throw invalidInput([{ path: 'format', message: `must be one of ${exportFormats.join(', ')}` }]);
}

export function readHeaderKind(kind: string | undefined): HeaderKind {
  const known = headerKinds.find((one) => one === (kind ?? 'ids'));
  if (known !== undefined) return known;
  throw invalidInput([{ path: 'headers', message: `must be one of ${headerKinds.join(', ')}` }]);
}

/**
 * Streams a file as it is produced, with backpressure. The first piece is read before anything is sent, so that a
 * failure still results in an error response. A later failure breaks the connection, so that an incomplete file never
 * looks complete.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, pieces }: FileExport,
  format: ExportFormat,
): Promise<FastifyReply> {
  const first = await pieces.next();
  const text = Readable.from(startingWith(first, pieces), { objectMode: false });
  const isEncoded =
    format === 'csv' && chooseEncoding(request.headers['accept-encoding'], ['gzip']) !== undefined;
  reply.raw.setTimeout(pauseMsMax, () => reply.raw.destroy());
  void reply
    .type(contentTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('vary', 'accept-encoding');
  if (isEncoded) void reply.header('content-encoding', 'gzip');
  if (format === 'xlsx' || (format === 'csv' && !isEncoded)) return await reply.send(text);
  // The empty callback ignores errors, because the same errors reach the reply through the stream.
  const compressed = pipeline(text, createGzip({ level: gzipLevel }), () => undefined);
  return await reply.send(compressed);
}

async function* startingWith(
  first: IteratorResult<string | Buffer>,
  rest: AsyncGenerator<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
