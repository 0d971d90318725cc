import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { cpuMicroseconds } from './processor-time.ts';
import { startCaddy, type Caddy } from './start-caddy.ts';

const host = 'track.example.com';
const connections = 16;
const rounds = 3;

type Ready = { link: string; http: number; https: number; cert: string; key: string };
type Case = { name: string; isSecure: boolean; isKept: boolean; isProxied?: boolean };

const cases: Case[] = [
  { name: 'HTTP, kept connections', isSecure: false, isKept: true },
  { name: 'HTTPS, kept connections', isSecure: true, isKept: true },
  { name: 'HTTP, new connections', isSecure: false, isKept: false },
  { name: 'HTTPS, new connections', isSecure: true, isKept: false },
  { name: 'Caddy, kept connections', isSecure: true, isKept: true, isProxied: true },
  { name: 'Caddy, new connections', isSecure: true, isKept: false, isProxied: true },
];

// Measures visits over HTTP, HTTPS and, if it is installed, Caddy in front of HTTP on one edge process, in turns. The
// processor time of the edge and Caddy is the figure to compare, because the client uses the other core, and encryption
// costs the client as much as the server.
export async function benchHttps({ seconds }: { seconds: number }): Promise<void> {
  const child = fork(join(import.meta.dirname, 'https-server.ts'));
  const [ready] = (await once(child, 'message')) as [Ready];
  const caddy = await startCaddy(ready);
  const measured = cases.filter(({ isProxied }) => isProxied !== true || caddy !== undefined);
  try {
    // Warms up the code.
    for (const one of measured) await measure({ child, caddy, ready }, one, 1);
    for (let round = 0; round < rounds; round += 1)
      for (const one of measured)
        printLine(one.name, await measure({ child, caddy, ready }, one, seconds), seconds);
    if (caddy === undefined) process.stdout.write('Caddy is not installed, so it was not measured.\n');
  } finally {
    child.disconnect();
    caddy?.stop();
  }
}

type Taken = { visits: number; cpuUs: number };

function printLine(name: string, { visits, cpuUs }: Taken, seconds: number): void {
  const perSecond = Math.round(visits / seconds).toLocaleString('en-US');
  process.stdout.write(
    `${name.padEnd(26)} ${perSecond.padStart(8)} visits/s ${(cpuUs / visits).toFixed(0).padStart(6)} µs of processor time per visit\n`,
  );
}

type Servers = { child: ChildProcess; caddy: Caddy | undefined; ready: Ready };

async function measure(
  { child, caddy, ready: { link, http, https } }: Servers,
  { isSecure, isKept, isProxied }: Case,
  seconds: number,
): Promise<Taken> {
  const endsAt = performance.now() + 1_000 * seconds;
  const securePort = isProxied === true ? (caddy?.port ?? 0) : https;
  const open = () =>
    isSecure
      ? connectTls({ port: securePort, host: '127.0.0.1', servername: host, rejectUnauthorized: false })
      : connectTcp({ port: http, host: '127.0.0.1' });
  let visits = 0;
  const readCpu = () => cpuMicroseconds(child.pid ?? 0) + cpuMicroseconds(caddy?.pid ?? 0);
  const before = readCpu();
  const lane = async () => {
    while (performance.now() < endsAt) {
      const socket = open();
      await once(socket, isSecure ? 'secureConnect' : 'connect');
      const visitsMax = isKept ? Infinity : 1;
      for (let count = 0; count < visitsMax && performance.now() < endsAt; count += 1) {
        await visit(socket, link);
        visits += 1;
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { visits, cpuUs: readCpu() - before };
}

async function visit(socket: Socket, link: string): Promise<void> {
  socket.write(`GET ${link}?click=1 HTTP/1.1\r\nhost: ${host}\r\nuser-agent: Mozilla/5.0\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 302')) throw new Error(answer.toString());
}
