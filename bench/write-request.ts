type ApiRequest = { port: number; token: string; method: string; path: string; body?: unknown };

/** Builds a complete HTTP request to the public API. */
export function writeRequest({ port, token, method, path, body }: ApiRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} /api/v1${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
