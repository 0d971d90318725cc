import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PostbackReceiver = {
  port: number;
  // Transactions whose postback was answered with 200, once for each request.
  received: string[];
  close: () => void;
};

// Starts a receiver that fails the first request for some transactions.
export async function startPostbackReceiver(): Promise<PostbackReceiver> {
  const received: string[] = [];
  const failed = new Set<string>();
  const server = createServer((request, response) => {
    const transaction = new URL(request.url ?? '', 'http://none').searchParams.get('t') ?? '';
    if (transaction.endsWith('70') && !failed.has(transaction)) {
      failed.add(transaction);
      response.writeHead(503).end();
      return;
    }
    received.push(transaction);
    response.end('OK');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
