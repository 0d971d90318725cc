import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type TelegramRequest = {
  token: string;
  method: string;
  fields: Map<string, string>;
  files: Map<string, Buffer>;
};

// Answer of the Bot API, or `reset` to close the connection without an answer.
type TelegramAnswer =
  | 'reset'
  | {
      status: number;
      description: string;
      parameters?: { retry_after?: number; migrate_to_chat_id?: number };
    };

export type TelegramServer = {
  url: string;
  port: number;
  requests: TelegramRequest[];
  // Answers to the next requests. Requests without one succeed.
  answers: TelegramAnswer[];
  close: () => Promise<void>;
};

// Starts a server that answers like Telegram's Bot API: HTTP status and JSON agree, as documented.
export async function startTelegramServer(): Promise<TelegramServer> {
  const requests: TelegramRequest[] = [];
  const answers: TelegramAnswer[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then((read) => {
      requests.push(read);
      const answer = answers.shift();
      if (answer === 'reset') return request.socket.destroy();
      const { status = 200, ...failure } = answer ?? {};
      response.writeHead(status, { 'content-type': 'application/json' });
      const body =
        answer === undefined
          ? { ok: true, result: { message_id: requests.length } }
          : { ok: false, error_code: status, ...failure };
      return response.end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<TelegramRequest> {
  const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  const body = (await buffer(request)).toString('latin1');
  const read: TelegramRequest = { token, method, fields: new Map(), files: new Map() };
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1');
    const name = /name="([^"]+)"/.exec(head)?.[1] ?? '';
    if (head.includes('filename=')) read.files.set(name, content);
    else read.fields.set(name, content.toString());
  }
  return read;
}
