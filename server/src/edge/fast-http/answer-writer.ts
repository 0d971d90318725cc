import { redirectHeaders } from '../answers.ts';
import { hintsHeader } from '../classify/index.ts';
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
export class FastAnswer implements EdgeResponse {
  headersSent = false;
  #head = '';
  readonly #target: AnswerTarget;

  constructor(target: AnswerTarget) {
    this.#target = target;
  }

  writeHead(status: number, headers: readonly string[]): this {
    this.#head = `HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n${headerLines(headers)}`;
    this.headersSent = true;
    return this;
  }

  /** Only the location is looked through: the rest is ours, cookies too, which have no character of a visitor's as it came. */
  redirect(location: string, cookies: readonly string[], asksHints: boolean): void {
    check('location', location);
    let head = redirectStart + location + (asksHints ? redirectRestAsking : redirectRest);
    for (const cookie of cookies) head += `set-cookie: ${cookie}\r\n`;
    this.headersSent = true;
    this.#target.sendAnswer(head, undefined);
  }

  end(body?: string | Buffer): void {
    this.#target.sendAnswer(this.#head, body);
  }

  destroy(): void {
    this.#target.destroy();
  }
}

const redirectStart = `HTTP/1.1 302 ${phrases[302]}\r\nlocation: `;
const redirectRest = `\r\n${headerLines(redirectHeaders)}`;
const redirectRestAsking = `${redirectRest}${headerLines(hintsHeader)}`;

function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    check(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function check(name: string, value: string): void {
  if (forbidden.test(value)) throw new TypeError(`the header ${name} has a forbidden character`);
}
