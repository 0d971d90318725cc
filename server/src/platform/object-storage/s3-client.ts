import { createHash } from 'node:crypto';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Error } from './s3-error.ts';
import { encodeRfc3986, signRequest, type S3Credentials } from './sign-request.ts';

export type S3Options = S3Credentials & {
  // For example https://s3.eu-central-1.amazonaws.com. The bucket is the first part of the path.
  endpoint: string;
  bucket: string;
  // Pause before the first retry. It doubles with each retry.
  firstPauseMs?: number;
};

// Can be opened again for a retry, so that content is never kept in memory.
export type Content = { open: () => Readable; bytes: number; sha256: string };
type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  // Empty for requests about the bucket.
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  content?: Content;
};

const attemptsMax = 8;
const pauseMaxMs = 20_000;
const idleTimeoutMs = 60_000;

export function contentOf(value: string): Content {
  const bytes = Buffer.from(value);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { open: () => Readable.from([bytes]), bytes: bytes.length, sha256 };
}
const noContent = contentOf('');

// Sends signed requests and repeats them after temporary failures. Errors never contain the secret key.
export class S3Client {
  readonly #options: S3Options;

  constructor(options: S3Options) {
    this.#options = options;
  }

  // Returns the body of the response. Throws an S3Error if the response reports an error, also within status 200.
  async send(request: Request): Promise<{ headers: IncomingMessage['headers']; body: string }> {
    return await this.#retry(async () => {
      const response = await this.#request(request);
      const body = await text(response);
      if (/<Error>/.test(body)) throw new S3Error(500, body);
      return { headers: response.headers, body };
    });
  }

  // Reads an object. After a lost connection, reading continues where it stopped.
  async *read(key: string): AsyncGenerator<Buffer> {
    let position = 0;
    let failures = 0;
    let etag: string | undefined;
    for (;;) {
      const headers: Record<string, string> =
        position === 0 ? {} : { range: `bytes=${position}-`, 'if-match': etag ?? '*' };
      const response = await this.#retry(async () => await this.#request({ method: 'GET', key, headers }));
      if (position > 0 && response.statusCode !== 206) throw new Error('the range of a request was ignored');
      etag ??= response.headers.etag;
      const before = position;
      try {
        for await (const chunk of response) {
          const bytes = chunk as Buffer;
          position += bytes.length;
          yield bytes;
        }
        return;
      } catch (error) {
        failures = position > before ? 1 : failures + 1;
        if (failures >= attemptsMax) throw error;
        await this.#pause(failures);
      }
    }
  }

  async #retry<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const isTemporary = error instanceof S3Error ? error.isTemporary : isNetworkError(error);
        if (!isTemporary || attempt === attemptsMax) throw error;
        await this.#pause(attempt);
      }
    }
  }

  async #pause(failures: number): Promise<void> {
    const { firstPauseMs = 300 } = this.#options;
    await sleep(Math.min(pauseMaxMs, firstPauseMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2));
  }

  async #request({
    method,
    key,
    query = {},
    headers = {},
    content = noContent,
  }: Request): Promise<IncomingMessage> {
    const { endpoint, bucket } = this.#options;
    const path = [bucket, ...(key === '' ? [] : key.split('/'))].map(encodeRfc3986).join('/');
    const parameters = Object.entries(query).map(
      ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`,
    );
    const url = new URL(`${endpoint}/${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`);
    const signed = signRequest(
      { method, url, headers, payloadSha256: content.sha256 },
      this.#options,
      new Date(),
    );
    const hasBody = method === 'PUT' || method === 'POST';
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...signed, ...(hasBody ? { 'content-length': content.bytes } : {}) },
      timeout: idleTimeoutMs,
    });
    sent.once('timeout', () => sent.destroy(new NetworkError('no response for a minute')));
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      // Errors are also emitted after the response.
      sent.once('response', resolve).on('error', reject);
    });
    // A server that rejects a request may respond and close the connection before the content is sent.
    const body = hasBody ? content.open() : Readable.from([]);
    pipeline(body, sent, () => undefined);
    const response = await responded;
    if ((response.statusCode ?? 500) < 300) return response;
    const errorBody = await text(response).catch(() => '');
    sent.destroy();
    throw new S3Error(response.statusCode ?? 500, errorBody, response.headers);
  }
}

class NetworkError extends Error {
  readonly code = 'ETIMEDOUT';
}

const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

export function isNetworkError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && networkCodes.has(code);
}
