import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { OutboundClient } from '../../services/outbound/create-outbound-client.ts';
import { makeSubscription } from './alert-devices.ts';
import { decryptPush, makeBrowserKeys, type BrowserKeys } from './decrypt-push.ts';
import { makeCertificate } from '../outbound/make-certificate.ts';
import { makeTestClient } from '../outbound/outbound.ts';

type Received = { path: string; headers: IncomingHttpHeaders; bytes: number; content: unknown };

type Answer = { status: number; headers?: Record<string, string>; body?: string };

// Push service over HTTPS that decrypts what it receives, with the keys of the browsers that it subscribed. `answer`
// decides the response, 201 by default.
export async function startPushService() {
  const host = 'push.example.com';
  const authority = makeCertificate({ isAuthority: true });
  const certificate = makeCertificate({ hosts: [host], signer: authority.signer });
  const browsers = new Map<string, BrowserKeys>();
  const received: Received[] = [];
  const state: { answer: (request: Received) => Answer } = { answer: () => ({ status: 201 }) };
  const server = createServer(certificate, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const [body, browser] = [Buffer.concat(parts), browsers.get(path)];
      const content: unknown =
        browser === undefined ? undefined : JSON.parse(decryptPush(body, browser).toString());
      const call = { path, headers, bytes: body.length, content };
      received.push(call);
      const answer = state.answer(call);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outbound: OutboundClient = makeTestClient([port], { certificateAuthorities: [authority.cert] });
  return {
    received,
    state,
    outbound,
    outboundAllow: [{ range: '127.0.0.0/8', port }],
    host: `${host}:${port}`,
    subscribe: () => {
      const browser = makeBrowserKeys();
      const subscription = makeSubscription(`https://${host}:${port}`, browser);
      browsers.set(new URL(subscription.endpoint).pathname, browser);
      return subscription;
    },
    close: () => {
      outbound.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
