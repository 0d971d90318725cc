import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePort } from './free-port.ts';
import { holdPort, type HeldPort } from './held-port.ts';

const loopback = '127.0.0.1';
const children: ChildProcess[] = [];
let held: HeldPort | undefined;

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  held?.close();
  held = undefined;
});

const program = `
  require('node:net')
    .createServer((socket) => socket.end(process.argv[1]))
    .listen({ fd: 3 }, () => process.stdout.write('listening'));`;

async function startListener(name: string, port: HeldPort): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program, name], {
    stdio: ['ignore', 'pipe', 'inherit', port.descriptor],
  });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function readAnswer(port: number): Promise<string> {
  const socket = connect(port, loopback);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  return answer;
}

describe('holdPort', () => {
  it('keeps connections waiting from the end of one process until the next process listens', async () => {
    const port = await findFreePort(loopback);
    held = await holdPort(loopback, port);
    const first = await startListener('first', held);
    expect(await readAnswer(port)).toBe('first');
    first.kill('SIGKILL');
    await once(first, 'exit');
    const waiting = Array.from({ length: 20 }, () => readAnswer(port));
    await startListener('second', held);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['second']));
  });

  it('refuses connections after the port is closed', async () => {
    const port = await findFreePort(loopback);
    held = await holdPort(loopback, port);
    const child = await startListener('only', held);
    child.kill('SIGKILL');
    await once(child, 'exit');
    held.close();
    held = undefined;
    const socket: Socket = connect(port, loopback);
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('can be a port that systemd holds and passes on', async () => {
    const port = await findFreePort(loopback);
    held = await holdPort(loopback, port);
    const module = join(import.meta.dirname, 'held-port.ts');
    const script = `
      const { adoptPort } = await import(${JSON.stringify(module)});
      const { address, port, descriptor } = adoptPort(3);
      process.stdout.write(JSON.stringify({ address, port, descriptor }));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit', held.descriptor],
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual({ address: loopback, port, descriptor: 3 });
  });

  it('resolves host names', async () => {
    const port = await findFreePort(loopback);
    held = await holdPort('localhost', port);
    expect(held.descriptor).toBeGreaterThan(2);
  });

  it('rejects a port that another server uses, and an address that this machine does not have', async () => {
    const server = createServer().listen(0, loopback);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(holdPort(loopback, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
    await expect(holdPort('192.0.2.1', port)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});
