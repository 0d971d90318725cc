import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

const host = 'track.example.com';
const connections = 16;
const rounds = 3;

type Ready = { link: string; http: number; https: number };
type Case = { name: string; isSecure: boolean; isKept: boolean };

const cases: Case[] = [
  { name: 'HTTP, kept connections', isSecure: false, isKept: true },
  { name: 'HTTPS, kept connections', isSecure: true, isKept: true },
  { name: 'HTTP, new connections', isSecure: false, isKept: false },
  { name: 'HTTPS, new connections', isSecure: true, isKept: false },
];

// Measures visits over HTTP and HTTPS on one edge process, in turns. The processor time of the edge is the figure to
// compare, because the client uses the other core, and encryption costs the client as much as the edge.
export async function benchHttps({ seconds }: { seconds: number }): Promise<void> {
  const child = fork(join(import.meta.dirname, 'https-server.ts'));
  const [ready] = (await once(child, 'message')) as [Ready];
  for (let round = 0; round <= rounds; round += 1)
    for (const one of cases) {
      // The first round warms up the code.
      const { visits, cpuMs } = await measure(child, ready, one, round === 0 ? 1 : seconds);
      if (round === 0) continue;
      const perSecond = Math.round(visits / seconds).toLocaleString('en-US');
      process.stdout.write(
        `${one.name.padEnd(26)} ${perSecond.padStart(8)} visits/s ${((1_000 * cpuMs) / visits).toFixed(0).padStart(6)} µs of the edge's processor per visit\n`,
      );
    }
  child.disconnect();
}

async function measure(
  child: ChildProcess,
  { link, http, https }: Ready,
  { isSecure, isKept }: Case,
  seconds: number,
): Promise<{ visits: number; cpuMs: number }> {
  const endsAt = performance.now() + 1_000 * seconds;
  const open = () =>
    isSecure
      ? connectTls({ port: https, host: '127.0.0.1', servername: host, rejectUnauthorized: false })
      : connectTcp({ port: http, host: '127.0.0.1' });
  let visits = 0;
  const before = await readCpu(child);
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
  const after = await readCpu(child);
  return { visits, cpuMs: after - before };
}

async function visit(socket: Socket, link: string): Promise<void> {
  socket.write(`GET ${link}?click=1 HTTP/1.1\r\nhost: ${host}\r\nuser-agent: Mozilla/5.0\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 302')) throw new Error(answer.toString());
}

async function readCpu(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1_000;
}
