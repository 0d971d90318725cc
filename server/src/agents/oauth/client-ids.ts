import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { describeClient, type Registration } from './client-metadata.ts';

const content = z.tuple([z.string(), z.array(z.string()).min(1), z.string()]);

/**
 * Client ids that carry their registration and its signature. Nothing is stored, so no id is ever forgotten: agents keep
 * theirs for good, and one that is unknown here would be sent to an error page again and again.
 */
export class ClientIds {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  issue({ name, redirectUris }: Registration): string {
    // Two clients that register alike are two clients all the same.
    const own = randomBytes(9).toString('base64url');
    const body = Buffer.from(JSON.stringify([name, redirectUris, own])).toString('base64url');
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** The metadata of a client, in the words of RFC 7591. */
  find(id: string): Record<string, unknown> | undefined {
    const [body = '', signature = ''] = id.split('.', 2);
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // Another spelling of the same bytes would be another client.
    if (id !== `${body}.${expected.toString('base64url')}`) return undefined;
    const [name, redirectUris] = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return { client_id: id, ...describeClient({ name, redirectUris }) };
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest().subarray(0, 16);
  }
}
