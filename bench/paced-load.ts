import { connect, type Socket } from 'node:net';

type PacedLoad = {
  port: number;
  perSecond: number;
  seconds: number;
  request: (n: number) => string;
  /** Status of a successful response. */
  status?: number;
};

const connections = 100;
const tickMs = 5;

/** Sends requests at a steady rate. If no connection is free, the requests wait. */
export async function sendPaced(
  load: PacedLoad,
): Promise<{ answered: number; failures: number; latenciesMs: number[] }> {
  const idle: Socket[] = [];
  const sockets: Socket[] = [];
  let sent = 0;
  let answered = 0;
  let failures = 0;
  const sentAt = new Map<Socket, number>();
  const latenciesMs: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (text.startsWith(`HTTP/1.1 ${load.status ?? 200}`)) answered += 1;
        else failures += 1;
        latenciesMs.push(performance.now() - (sentAt.get(socket) ?? 0));
        idle.push(socket);
      });
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      idle.push(socket);
    }),
  );
  const beganAt = performance.now();
  const total = load.perSecond * load.seconds;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - beganAt) / 1_000) * load.perSecond));
      while (sent < due) {
        const socket = idle.shift();
        if (socket === undefined) break;
        sentAt.set(socket, performance.now());
        socket.write(load.request(sent));
        sent += 1;
      }
      if (answered + failures < total) return;
      clearInterval(timer);
      resolve();
    }, tickMs);
  });
  for (const socket of sockets) socket.end();
  return { answered, failures, latenciesMs };
}
