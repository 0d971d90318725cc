import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { Certificate } from '../outbound/make-certificate.ts';

export type RawServer = {
  port: number;
  connections: () => number;
  requests: string[];
  close: () => void;
};

export type RawServerOptions = {
  /** Handles a request, which must arrive in one chunk. By default, requests are never answered. */
  onRequest?: (socket: Socket, text: string) => void;
  onConnection?: (socket: Socket) => void;
  certificate?: Certificate;
  address?: string;
};

/** Starts a server that answers with exactly the given bytes, even if they are not valid HTTP. */
export async function startRawServer({
  onRequest,
  onConnection,
  certificate,
  address = '127.0.0.1',
}: RawServerOptions = {}): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined);
    onConnection?.(socket);
    socket.on('data', (chunk: Buffer) => {
      requests.push(chunk.toString('latin1'));
      onRequest?.(socket, chunk.toString('latin1'));
    });
  };
  const server: Server =
    certificate === undefined ? createServer(serve) : createSecureServer({ ...certificate }, serve);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export function formatResponse(status: number, body = '', headers: Record<string, string> = {}): string {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`;
}
