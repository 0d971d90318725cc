import { connect, createServer, type AddressInfo } from 'node:net';

export type CountingProxy = { url: string; statements: () => number; stop: () => Promise<void> };

/** Proxies connections to PostgreSQL and counts simple queries and executions of prepared statements. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  let statements = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    let pending = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (chunk) => {
      upstream.write(chunk);
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        // The first message of a connection has a length but no type.
        const lengthOffset = isStarted ? 1 : 0;
        if (pending.length < lengthOffset + 4) return;
        const end = lengthOffset + pending.readInt32BE(lengthOffset);
        if (pending.length < end) return;
        const type = isStarted ? String.fromCharCode(pending.readUInt8(0)) : '';
        if (type === 'Q' || type === 'E') statements += 1;
        isStarted = true;
        pending = pending.subarray(end);
      }
    });
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements: () => statements,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
