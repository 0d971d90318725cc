import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { systemCode } from '../errors.ts';
import { version } from '../version.ts';

export type AcmeResponse = {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
};

export type AcmeRequest = (
  url: string,
  options: { method: 'GET' | 'HEAD' | 'POST'; body?: string; accept?: string },
) => Promise<AcmeResponse>;

// Certificate authorities renew the certificates of their servers in time, so the clock of this machine is wrong.
export class ClockError extends Error {
  constructor(hostname: string, problem: string) {
    super(
      `The certificate of ${hostname} ${problem} at ${new Date().toISOString()}, the time of this machine’s clock. Correct the clock.`,
    );
    this.name = 'ClockError';
  }
}

const clockProblems = new Map([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
]);
const timeoutMs = 30_000;
const bodyBytesMax = 1024 ** 2;

// Sends requests to the certificate authority that the operator has chosen. `roots` replaces the public authorities.
export function createAcmeRequest(roots: string | undefined, signal?: AbortSignal): AcmeRequest {
  return async (url, { method, body, accept = 'application/json' }) => {
    const headers = {
      accept,
      'user-agent': `Waypost/${version}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/jose+json', 'content-length': Buffer.byteLength(body) }),
    };
    const limit = AbortSignal.timeout(timeoutMs);
    const options = {
      method,
      headers,
      agent: false as const,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(roots === undefined ? {} : { ca: roots }),
    };
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        requestHttps(url, options, resolve).once('error', reject).end(body);
      });
      return { status: response.statusCode ?? 0, headers: response.headers, text: await readBody(response) };
    } catch (error) {
      if (limit.aborted) throw new Error(`no response within ${timeoutMs / 1_000} s`, { cause: error });
      const clockProblem = clockProblems.get(systemCode(error) ?? '');
      if (clockProblem !== undefined) throw new ClockError(new URL(url).hostname, clockProblem);
      throw error;
    }
  };
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) {
      response.destroy();
      throw new Error('the response is larger than 1 MiB');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
