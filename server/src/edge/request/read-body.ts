import type { IncomingMessage } from 'node:http';

export type Body = Buffer | 'too-long';

/**
 * Reads a body and calls `done` once, even if the body is empty. Does not call `done` for an aborted request. The
 * timeout is the server's `requestTimeout`.
 */
export function readBody(request: IncomingMessage, bytesMax: number, done: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (body: Body) => {
    request.off('data', append).off('end', end);
    // The rest of the body is read and discarded, so that the client receives the response.
    request.resume();
    done(body);
  };
  const append = (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) finish('too-long');
    else chunks.push(chunk);
  };
  const end = () => finish(Buffer.concat(chunks));
  // Without a listener, a connection error would end the process.
  request.on('error', () => undefined);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) finish('too-long');
  else request.on('data', append).on('end', end);
}
