import { connect } from 'node:net';

export type Load = {
  port: number;
  connections: number;
  /** The n-th request, whole. */
  request: (n: number) => string;
  /** How long it goes on, or how many requests it makes, whichever ends first. */
  durationMs?: number;
  requestsMax?: number;
};

export type LoadResult = {
  requests: number;
  failures: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
};

/**
 * As many requests as the server takes, each connection with one at a time. Its own client on bare sockets: on a small
 * machine a heavier one would take the time that it is meant to measure.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let started = 0;
  let failures = 0;
  const beganAt = performance.now();
  const isOver = () =>
    performance.now() - beganAt >= (load.durationMs ?? Infinity) || started >= (load.requestsMax ?? Infinity);
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
      const reader = new ResponseReader();
      let sentAt = 0;
      const next = () => {
        if (isOver()) {
          socket.end();
          return;
        }
        sentAt = performance.now();
        socket.write(load.request(started));
        started += 1;
      };
      socket.on('connect', next);
      socket.on('data', (chunk: Buffer) => {
        const status = reader.read(chunk);
        if (status === undefined) return;
        latencies.push(performance.now() - sentAt);
        if (status >= 400) failures += 1;
        next();
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
  await Promise.all(Array.from({ length: load.connections }, lane));
  const seconds = (performance.now() - beganAt) / 1000;
  latencies.sort((left, right) => left - right);
  const quantile = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? 0;
  const requests = latencies.length;
  return { requests, failures, perSecond: requests / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

/** Finds the end of one answer at a time; knows the two ways in which a server says how long it is. */
class ResponseReader {
  #received = '';

  read(chunk: Buffer): number | undefined {
    this.#received += chunk.toString('latin1');
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = this.#received.slice(0, end);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? this.#received.endsWith('\r\n0\r\n\r\n')
        : this.#received.length >= end + 4 + Number(length);
    if (!isWhole) return undefined;
    this.#received = '';
    return Number(head.slice(9, 12));
  }
}
