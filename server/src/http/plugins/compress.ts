import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../../platform/accept-encoding.ts';

type Coding = 'br' | 'gzip';

// Below this the headers weigh as much as what is saved.
const bytesMin = 1024;
// Types that gain by it. Lines of progress are none of them: each has to arrive when it is told.
const packable = /^(?:application\/json|text\/(?:html|css|javascript)|application\/javascript)(?:;|$)/;
// Half the work of the usual levels, for answers that are larger by a tenth; files that are kept take the highest.
const quickLevel = 4;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Sends what is large and text in fewer bytes, to callers that accept it. What is encoded already stays as it is. */
export function compressAnswers(server: FastifyInstance): void {
  const files = new FilesPacked();
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isPackable(request, reply, payload)) return payload;
    void reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    // A stream may be long and is packed on its way, where the other one would cost more than it saves.
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
    // Errors reach the reply through the stream that it sends.
    return pipeline(payload, createGzip({ level: quickLevel }), () => undefined);
  });
}

function isPackable(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer | Readable {
  const type = reply.getHeader('content-type');
  if (typeof type !== 'string' || !packable.test(type) || reply.hasHeader('content-encoding')) return false;
  // Of a part of a file the place is counted in what was not packed.
  if (request.method === 'HEAD' || reply.statusCode === 206) return false;
  if (payload instanceof Readable) return Number(reply.getHeader('content-length') ?? bytesMin) >= bytesMin;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= bytesMin;
}

/** Files are served at one route each, so there are never more of these than files and codings. */
class FilesPacked {
  readonly #kept = new Map<string, { tag: string; packed: Buffer }>();

  async read(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Readable,
    coding: Coding,
  ): Promise<Buffer> {
    const place = `${coding} ${request.routeOptions.url}`;
    const tag = String(reply.getHeader('etag'));
    const kept = this.#kept.get(place);
    if (kept?.tag === tag) {
      content.destroy();
      return kept.packed;
    }
    const packed = await pack(await buffer(content), coding, 9);
    this.#kept.set(place, { tag, packed });
    return packed;
  }
}

async function pack(content: string | Buffer, coding: Coding, level: number): Promise<Buffer> {
  if (coding === 'gzip') return await packGzip(content, { level });
  return await packBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}
