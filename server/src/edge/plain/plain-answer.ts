import type { EdgeResponse } from '../exchange.ts';

/** Where an answer goes when it is whole. */
export type AnswerTarget = {
  sendAnswer(head: string, body: string | Buffer | undefined): void;
  destroy(): void;
};

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  304: 'Not Modified',
  404: 'Not Found',
};

// What no header may have in it: a line that ends early would be another header, or another answer.
const forbidden = /[^\t\x20-\x7e\x80-\xff]/;

/** Puts an answer together as one text. Node's own does much more, and most of it takes time for nothing here. */
export class PlainAnswer implements EdgeResponse {
  headersSent = false;
  #head = '';
  readonly #target: AnswerTarget;

  constructor(target: AnswerTarget) {
    this.#target = target;
  }

  writeHead(status: number, headers: readonly string[]): this {
    let head = `HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n`;
    for (let at = 0; at + 1 < headers.length; at += 2) {
      const value = headers[at + 1] ?? '';
      if (forbidden.test(value)) throw new TypeError(`the header ${headers[at]} has a forbidden character`);
      head += `${headers[at]}: ${value}\r\n`;
    }
    this.#head = head;
    this.headersSent = true;
    return this;
  }

  end(body?: string | Buffer): void {
    this.#target.sendAnswer(this.#head, body);
  }

  destroy(): void {
    this.#target.destroy();
  }
}
