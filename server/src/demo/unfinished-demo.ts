import { rmSync } from 'node:fs';
import type { IncomingRequest } from '../domain/conversions/inbox-row.ts';
import { readJsonFile, writePrivateFile } from '../platform/json-file.ts';
import type { DemoRow } from './demo-edge.ts';
import type { DemoEvent } from './make-demo-events.ts';

/**
 * All data that a demo has generated. The data is saved, because a resumed demo must insert the same rows again instead
 * of new rows.
 */
export type GeneratedDemo = {
  toMs: number;
  visits: DemoRow[];
  clicks: DemoRow[];
  events: DemoEvent[];
  requests: IncomingRequest[];
};

type UnfinishedState = { generated?: GeneratedDemo };

/** A file that exists until the demo is complete, so that an interrupted demo can be resumed. */
export class UnfinishedDemo {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  read(): UnfinishedState | undefined {
    return readJsonFile(this.#path) as UnfinishedState | undefined;
  }

  save(state: UnfinishedState): void {
    writePrivateFile(this.#path, JSON.stringify(state));
  }

  delete(): void {
    rmSync(this.#path, { force: true });
  }
}
