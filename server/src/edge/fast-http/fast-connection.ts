import type { Socket } from 'node:net';
import { FastAnswer, type AnswerTarget } from './answer-writer.ts';
import { readFastRequest, type FastRequest } from './read-request.ts';

/** What all plain connections of a server share. */
export type FastServing = {
  /** False where the request is not to be answered here. */
  serve: (request: FastRequest, answer: FastAnswer) => boolean;
  /** From now on the connection is Node's, beginning with what it is about to read. */
  handOver: (socket: Socket) => void;
  /** The lines that every answer ends with, and the empty one behind them. */
  commonHeaders: () => string;
  connections: Set<FastConnection>;
};

/**
 * A connection on which nothing but plain requests has come so far, one at a time. The first bytes that are anything
 * else make it an ordinary connection of `node:http`, which then reads those bytes itself.
 */
export class FastConnection implements AnswerTarget {
  readonly #serving: FastServing;
  readonly #socket: Socket;
  /** Asked for once: the socket looks it up for everybody who asks. */
  readonly #peer: { remoteAddress: string | undefined };
  #isAnswering = false;
  #hasEnded = false;
  /** What came before the answer to the last request was given. */
  #early: Buffer | undefined;
  /** The beginning of a request whose first line is not there yet. */
  #begun: Buffer | undefined;
  #answers = 0;
  #changedAt = performance.now();

  constructor(serving: FastServing, socket: Socket) {
    this.#serving = serving;
    this.#socket = socket;
    this.#peer = { remoteAddress: socket.remoteAddress };
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('drain', this.#onDrain);
    socket.on('close', this.#onClose);
    // Without a listener it would end the process. What is broken closes right after it.
    socket.on('error', ignore);
  }

  get isIdle(): boolean {
    const hasNothing = this.#early === undefined && this.#begun === undefined;
    return !this.#isAnswering && hasNothing && this.#socket.writableLength === 0;
  }

  /** How long it has been waiting for what it waits for. */
  waitsFor(nowMs: number): { what: 'first-request' | 'next-request' | 'disk' | 'visitor'; ms: number } {
    const ms = nowMs - this.#changedAt;
    if (this.#socket.writableLength > 0) return { what: 'visitor', ms };
    if (this.#begun !== undefined) return { what: 'first-request', ms };
    if (!this.isIdle) return { what: 'disk', ms };
    return { what: this.#answers === 0 ? 'first-request' : 'next-request', ms };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  sendAnswer(head: string, body: string | Buffer | undefined): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const text = head + this.#serving.commonHeaders();
    let isTaken = true;
    if (body === undefined) {
      isTaken = socket.write(text, 'latin1');
    } else {
      socket.cork();
      socket.write(text, 'latin1');
      isTaken = socket.write(body);
      socket.uncork();
    }
    this.#isAnswering = false;
    this.#answers += 1;
    this.#changedAt = performance.now();
    if (this.#hasEnded && this.#early === undefined) socket.end();
    // A client that does not read its answers gets no further request read, so that they do not pile up in memory.
    else if (!isTaken) socket.pause();
    else if (this.#early !== undefined) this.#goOn();
  }

  readonly #onData = (given: Buffer): void => {
    // Whoever drips a line gets no more time by each drop.
    if (this.#begun === undefined) this.#changedAt = performance.now();
    const bytes = this.#begun === undefined ? given : Buffer.concat([this.#begun, given]);
    this.#begun = undefined;
    if (this.#isAnswering || this.#socket.writableNeedDrain) {
      this.#early = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes]);
      this.#socket.pause();
      return;
    }
    const request = readFastRequest(bytes, this.#peer);
    if (request === undefined) {
      // Whether a space ends the link is seen with what follows it.
      if (isBegunLine(bytes)) this.#begun = bytes;
      else this.#handOver(bytes);
      return;
    }
    this.#isAnswering = true;
    if (this.#serving.serve(request, new FastAnswer(this))) return;
    this.#isAnswering = false;
    this.#handOver(bytes);
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.isIdle || this.#begun !== undefined) this.#socket.end();
  };

  readonly #onDrain = (): void => {
    this.#changedAt = performance.now();
    if (!this.#isAnswering) this.#goOn();
  };

  readonly #onClose = (): void => {
    this.#serving.connections.delete(this);
  };

  #goOn(): void {
    const bytes = this.#early;
    this.#early = undefined;
    this.#socket.resume();
    if (bytes !== undefined) this.#onData(bytes);
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    this.#serving.connections.delete(this);
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('drain', this.#onDrain);
    socket.off('close', this.#onClose);
    socket.off('error', ignore);
    socket.unshift(bytes);
    this.#serving.handOver(socket);
  }
}

/** Longer ones are for Node to refuse. */
const lineBytesMax = 16 * 1_024;
const lineFeed = 0x0a;

function isBegunLine(bytes: Buffer): boolean {
  return bytes.length < lineBytesMax && !bytes.includes(lineFeed);
}

function ignore(): void {
  // See above.
}
