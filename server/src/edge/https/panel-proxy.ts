import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { normalizeHost } from '../request/visitor-host.ts';

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

export type PanelHandler = (request: Request, response: Response) => void;

type ProxyOptions = {
  host: string;
  // Address of the API on this machine.
  target: { host: string; port: number };
  readAddress: (request: Request) => string;
};

// Headers that apply to one connection, and headers that this proxy sets.
const droppedHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

// Forwards requests to the API, with one connection per request, so that no request uses one that is being closed.
export function proxyPanel({ host, target, readAddress }: ProxyOptions): PanelHandler {
  return (request, response) => {
    response.on('error', ignore);
    const sentHost = String(request.headers[':authority'] ?? request.headers.host).replace(/:443$/, '');
    if (normalizeHost(sentHost) !== host) return refuse(response, 421);
    const added = ['host', sentHost, 'x-forwarded-for', readAddress(request), 'x-forwarded-proto', 'https'];
    const upstream = sendRequest({
      ...target,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: [...forwardHeaders(request), ...added, 'connection', 'close'],
      agent: false,
    });
    upstream.on('response', (answer) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !droppedHeaders.has(name));
      (response as ServerResponse).writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
      answer.on('error', () => destroy(response));
      answer.pipe(response as ServerResponse);
    });
    upstream.on('error', () => (response.headersSent ? destroy(response) : refuse(response, 502)));
    response.on('close', () => upstream.destroy());
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
  };
}

function forwardHeaders(request: Request): string[] {
  const { rawHeaders } = request;
  const headers: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!name.startsWith(':') && !droppedHeaders.has(name.toLowerCase())) headers.push(name, value);
  }
  if (hasBody(request) && request.headers['content-length'] === undefined)
    headers.push('transfer-encoding', 'chunked');
  return headers;
}

function hasBody(request: Request): boolean {
  if ('stream' in request) return !request.stream.endAfterHeaders;
  return request.headers['transfer-encoding'] !== undefined;
}

function refuse(response: Response, status: number): void {
  (response as ServerResponse).writeHead(status, { 'content-length': '0', 'cache-control': 'no-store' });
  response.end();
}

function destroy(response: Response): void {
  if ('stream' in response) response.stream.destroy();
  else response.destroy();
}

function ignore(): void {
  // The response closes right after an error.
}
