import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../../platform/accept-encoding.ts';

type Coding = 'br' | 'gzip';

// Smaller responses are not worth compressing.
const bytesMin = 1024;
// Event streams are not included, because each line must arrive immediately.
const compressible = /^(?:application\/json|text\/(?:html|css|javascript)|application\/javascript)(?:;|$)/;
// This level takes half the CPU time of the default levels and produces about 10% more bytes. Cached files use a higher
// level.
const quickLevel = 4;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Compresses large text responses for clients that accept compression. Responses that are already encoded are left
 * unchanged.
 */
export function compressAnswers(server: FastifyInstance): void {
  const files = new CompressedFiles();
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply, payload)) return payload;
    void reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    // Streams can be long and are compressed on the fly with gzip, because Brotli would take more time than it saves.
    const isFile = payload instanceof Readable && reply.hasHeader('etag');
    const coding = chooseEncoding<Coding>(
      accepted,
      payload instanceof Readable && !isFile ? ['gzip'] : ['br', 'gzip'],
    );
    if (coding === undefined) return payload;
    void reply
      .header('content-encoding', coding)
      .removeHeader('content-length')
      .removeHeader('accept-ranges');
    if (!(payload instanceof Readable)) return await pack(payload, coding, quickLevel);
    if (isFile) return await files.read(request, reply, payload, coding);
    // The empty callback ignores errors, because the same errors reach the reply through the stream.
    return pipeline(payload, createGzip({ level: quickLevel }), () => undefined);
  });
}

function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  const type = reply.getHeader('content-type');
  if (typeof type !== 'string' || !compressible.test(type) || reply.hasHeader('content-encoding'))
    return false;
  // A partial response is not compressed, because its range refers to bytes of the uncompressed file.
  if (request.method === 'HEAD' || reply.statusCode === 206) return false;
  if (payload instanceof Readable) return Number(reply.getHeader('content-length') ?? bytesMin) >= bytesMin;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= bytesMin;
}

/**
 * Cache of compressed files. Every file has a separate route, so the cache has at most one entry per file and encoding.
 */
class CompressedFiles {
  readonly #cache = new Map<string, { tag: string; content: Buffer }>();

  async read(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Readable,
    coding: Coding,
  ): Promise<Buffer> {
    const key = `${coding} ${request.routeOptions.url}`;
    const tag = String(reply.getHeader('etag'));
    const cached = this.#cache.get(key);
    if (cached?.tag === tag) {
      content.destroy();
      return cached.content;
    }
    const compressed = await pack(await buffer(content), coding, 9);
    this.#cache.set(key, { tag, content: compressed });
    return compressed;
  }
}

async function pack(content: string | Buffer, coding: Coding, level: number): Promise<Buffer> {
  if (coding === 'gzip') return await packGzip(content, { level });
  return await packBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}
