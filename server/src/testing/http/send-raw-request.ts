import { request as makeRequest, type IncomingHttpHeaders } from 'node:http';

type WireAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type WireRequest = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/**
 * Sends a request without the processing that `fetch` does: neither adds nor rejects headers, and does not decompress
 * the response.
 */
export async function sendRawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: WireRequest = {},
): Promise<WireAnswer> {
  // The content length is set here, because Node omits the header for some methods.
  const framing = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return await new Promise((resolve, reject) => {
    const request = makeRequest(
      url,
      { method, headers: { ...headers, ...framing }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
