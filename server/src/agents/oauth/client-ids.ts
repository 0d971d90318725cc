import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { describeClient, type Registration } from './client-metadata.ts';

const content = z.tuple([z.string(), z.array(z.string()).min(1), z.string()]);

/**
 * Client IDs that contain their signed registration. Nothing is stored, so an ID stays valid:
 * agents keep theirs forever, and an unknown ID would lead to an error page every time.
 */
export class ClientIds {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  issue({ name, redirectUris }: Registration): string {
    // Two clients with the same registration still get different IDs.
    const own = randomBytes(9).toString('base64url');
    const body = Buffer.from(JSON.stringify([name, redirectUris, own])).toString('base64url');
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** Returns the client metadata of RFC 7591. */
  find(id: string): Record<string, unknown> | undefined {
    const [body = '', signature = ''] = id.split('.', 2);
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // A different encoding of the same bytes would be a different client ID.
    if (id !== `${body}.${expected.toString('base64url')}`) return undefined;
    const [name, redirectUris] = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return { client_id: id, ...describeClient({ name, redirectUris }) };
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest().subarray(0, 16);
  }
}
