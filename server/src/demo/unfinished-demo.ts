import { rmSync } from 'node:fs';
import type { IncomingRequest } from '../domain/inbox/inbox-row.ts';
import { readJsonFile, writePrivateFile } from '../platform/json-file.ts';
import type { DemoRow } from './demo-edge.ts';
import type { DemoEvent } from './make-demo-events.ts';

/** All that was drawn by lot: whoever goes on with a demo must not draw again, or its rows would be there twice. */
export type DrawnDemo = {
  toMs: number;
  visits: DemoRow[];
  clicks: DemoRow[];
  /** What networks reported in files. */
  events: DemoEvent[];
  /** What they sent themselves. */
  requests: IncomingRequest[];
};

type Unfinished = { drawn?: DrawnDemo };

/** A file that is there from the first thing that a demo does to the last, so that one that was killed can go on. */
export class UnfinishedDemo {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined where none was begun, or it came to its end. */
  read(): Unfinished | undefined {
    return readJsonFile(this.#path) as Unfinished | undefined;
  }

  keep(unfinished: Unfinished): void {
    writePrivateFile(this.#path, JSON.stringify(unfinished));
  }

  end(): void {
    rmSync(this.#path, { force: true });
  }
}
