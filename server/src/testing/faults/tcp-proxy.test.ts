import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemCode } from '../../platform/errors.ts';
import { startRawServer } from '../http/raw-server.ts';
import { startTcpProxy } from './tcp-proxy.ts';

async function openProxy() {
  const server = await startRawServer({ onRequest: (socket, text) => socket.write(`echo ${text}`) });
  onTestFinished(() => server.close());
  const proxy = await startTcpProxy(server.port);
  onTestFinished(() => proxy.close());
  const open = () => connect(proxy.port, '127.0.0.1').setEncoding('utf8');
  return { proxy, open };
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [string];
  return answer;
}

async function failureOf(socket: Socket): Promise<string | undefined> {
  const [error] = (await once(socket, 'error').catch((failure: unknown) => [failure])) as [unknown];
  return systemCode(error);
}

it('the proxy forwards data in both directions, also with a delay', async () => {
  const { proxy, open } = await openProxy();
  const socket = open();
  expect(await ask(socket, 'one')).toBe('echo one');
  proxy.delayMs = 50;
  const startedAt = performance.now();
  expect(await ask(socket, 'two')).toBe('echo two');
  // Timers can be a few milliseconds early.
  expect(performance.now() - startedAt).toBeGreaterThan(90);
  socket.destroy();
});

it('a cut resets open and new connections until the proxy accepts connections again', async () => {
  const { proxy, open } = await openProxy();
  const socket = open();
  await ask(socket, 'one');
  proxy.cut();
  expect(await failureOf(socket)).toBe('ECONNRESET');
  expect(await failureOf(open())).toBe('ECONNRESET');
  proxy.accept();
  const last = open();
  expect(await ask(last, 'three')).toBe('echo three');
  last.destroy();
});
