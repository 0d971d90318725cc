import type { IncomingMessage } from 'node:http';

/** The body of a request; or that it is longer than allowed, and what was read of it is thrown away. */
export type Body = Buffer | 'too-long';

/**
 * Reads a body and calls back once, also for an empty one. A request that breaks off is answered by nobody, so nothing is
 * called then. How long a body may take is for the server's own time limit to say.
 */
export function readBody(request: IncomingMessage, bytesMax: number, done: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (body: Body) => {
    request.off('data', take).off('end', end);
    // What still comes is read and dropped, so that the answer gets through.
    request.resume();
    done(body);
  };
  const take = (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) finish('too-long');
    else chunks.push(chunk);
  };
  const end = () => finish(Buffer.concat(chunks));
  // Without a listener an error of the connection would end the process.
  request.on('error', () => undefined);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) finish('too-long');
  else request.on('data', take).on('end', end);
}
