import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  FileCutOff,
  FileNotAlone,
  FileTooLarge,
  type IncomingFile,
} from '../../services/uploads/receive-upload.ts';
import { invalidInput } from '../../services/parse-input.ts';

/** Accepts multipart bodies, which are streamed piece by piece and never assembled in memory. */
export async function acceptFiles(server: FastifyInstance): Promise<void> {
  await server.register(multipart, { throwFileSizeLimit: false });
}

export async function openFile(request: FastifyRequest, bytesMax: number): Promise<IncomingFile> {
  if (!request.isMultipart())
    throw invalidInput([{ path: '', message: 'must be a form with a file (multipart/form-data)' }]);
  const limits = { fileSize: bytesMax, files: 1, fields: 0, parts: 1, headerPairs: 20 };
  const parts = request.parts({ limits });
  const { value: part } = (await parts.next()) as IteratorResult<Multipart, undefined>;
  if (part?.type !== 'file' || part.fieldname !== 'file')
    throw invalidInput([{ path: 'file', message: 'is required: the form must have a file with this name' }]);
  return readPieces(part.file, parts);
}

async function* readPieces(
  file: AsyncIterable<Buffer> & { truncated: boolean },
  parts: AsyncIterator<Multipart>,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file) yield piece;
  } catch (error) {
    throw new FileCutOff('the upload was interrupted', { cause: error });
  }
  if (file.truncated) throw new FileTooLarge('the file is too large');
  // A second part exceeds the limit of one part, so the parser throws.
  const next = await parts.next().catch((error: unknown) => ({ done: false, error }));
  if (next.done !== true) throw new FileNotAlone('the form has more than one part');
}
