import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export type MailServer = {
  url: string;
  // Every line that clients sent.
  lines: string[];
  // Answers to `RCPT TO`, by address. All other recipients are accepted.
  refusals: Map<string, string>;
  close: () => Promise<void>;
};

// Starts a mail server on localhost that accepts every message and delivers none.
export async function startMailServer(): Promise<MailServer> {
  const lines: string[] = [];
  const refusals = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let inMessage = false;
    let rest = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        const recipient = /^RCPT TO:<(.*)>$/.exec(line)?.[1];
        const refusal = recipient === undefined ? undefined : refusals.get(recipient);
        if (inMessage && line !== '.') continue;
        inMessage = line === 'DATA';
        socket.write(`${refusal ?? (inMessage ? '354 go on' : '250 fine')}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    refusals,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
