import type { Socket } from 'node:net';
import { FastResponse, type ResponseTarget } from './fast-response.ts';
import { readFastRequest, type FastRequest } from './read-request.ts';

type WaitState = 'first-request' | 'next-request' | 'spool' | 'client';

export type FastServer = {
  /** Returns false if the request must be handed to Node. */
  serve: (request: FastRequest, response: FastResponse) => boolean;
  handToNode: (socket: Socket) => void;
  /** Header lines at the end of every response head, including the empty line after them. */
  commonHeaders: () => string;
  connections: Set<FastConnection>;
};

/**
 * A connection that has received only simple requests, one at a time. When it receives anything else, it becomes an
 * ordinary `node:http` connection, which then reads those bytes itself.
 */
export class FastConnection implements ResponseTarget {
  readonly #server: FastServer;
  readonly #socket: Socket;
  // The remote address is read once, because the socket looks it up on every access.
  readonly #peer: { remoteAddress: string | undefined; encrypted: boolean };
  #isAnswering = false;
  #hasEnded = false;
  // Bytes received before the previous request was answered.
  #pending: Buffer | undefined;
  // Bytes received so far from a request whose request line is incomplete.
  #partial: Buffer | undefined;
  #responses = 0;
  #changedAt = performance.now();

  constructor(server: FastServer, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
    this.#peer = { remoteAddress: socket.remoteAddress, encrypted: 'encrypted' in socket };
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('drain', this.#onDrain);
    socket.on('close', this.#onClose);
    // Without a listener, the error would end the process. A broken socket emits `close` right afterward.
    socket.on('error', ignore);
  }

  get isIdle(): boolean {
    const isEmpty = this.#pending === undefined && this.#partial === undefined;
    return !this.#isAnswering && isEmpty && this.#socket.writableLength === 0;
  }

  waitState(nowMs: number): { state: WaitState; ms: number } {
    const ms = nowMs - this.#changedAt;
    if (this.#socket.writableLength > 0) return { state: 'client', ms };
    if (this.#partial !== undefined) return { state: 'first-request', ms };
    if (!this.isIdle) return { state: 'spool', ms };
    return { state: this.#responses === 0 ? 'first-request' : 'next-request', ms };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  sendResponse(head: string, body: string | Buffer | undefined): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const text = head + this.#server.commonHeaders();
    let isFlushed = true;
    if (body === undefined) {
      isFlushed = socket.write(text, 'latin1');
    } else {
      socket.cork();
      socket.write(text, 'latin1');
      isFlushed = socket.write(body);
      socket.uncork();
    }
    this.#isAnswering = false;
    this.#responses += 1;
    this.#changedAt = performance.now();
    if (this.#hasEnded && this.#pending === undefined) socket.end();
    // Stops reading requests while the client is not reading its responses, so that responses don't pile up in memory.
    else if (!isFlushed) socket.pause();
    else if (this.#pending !== undefined) this.#resume();
  }

  readonly #onData = (chunk: Buffer): void => {
    // A client that sends its request line byte by byte does not extend its timeout.
    if (this.#partial === undefined) this.#changedAt = performance.now();
    const bytes = this.#partial === undefined ? chunk : Buffer.concat([this.#partial, chunk]);
    this.#partial = undefined;
    if (this.#isAnswering || this.#socket.writableNeedDrain) {
      this.#pending = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes]);
      this.#socket.pause();
      return;
    }
    const request = readFastRequest(bytes, this.#peer);
    if (request === undefined) {
      // An incomplete line is kept, because only the bytes after a space show whether the space ends the URL.
      if (isPartialLine(bytes)) this.#partial = bytes;
      else this.#handToNode(bytes);
      return;
    }
    this.#isAnswering = true;
    if (this.#server.serve(request, new FastResponse(this))) return;
    this.#isAnswering = false;
    this.#handToNode(bytes);
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.isIdle || this.#partial !== undefined) this.#socket.end();
  };

  readonly #onDrain = (): void => {
    this.#changedAt = performance.now();
    if (!this.#isAnswering) this.#resume();
  };

  readonly #onClose = (): void => {
    this.#server.connections.delete(this);
  };

  #resume(): void {
    const bytes = this.#pending;
    this.#pending = undefined;
    this.#socket.resume();
    if (bytes !== undefined) this.#onData(bytes);
  }

  #handToNode(bytes: Buffer): void {
    const socket = this.#socket;
    this.#server.connections.delete(this);
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('drain', this.#onDrain);
    socket.off('close', this.#onClose);
    socket.off('error', ignore);
    socket.unshift(bytes);
    this.#server.handToNode(socket);
  }
}

// Node rejects longer request lines.
const lineBytesMax = 16 * 1_024;
const lineFeed = 0x0a;

function isPartialLine(bytes: Buffer): boolean {
  return bytes.length < lineBytesMax && !bytes.includes(lineFeed);
}

function ignore(): void {
  // The socket closes right after an error.
}
