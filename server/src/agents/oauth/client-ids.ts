import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { describeClient, type Registration } from './client-metadata.ts';

const contentSchema = z.tuple([z.string(), z.array(z.string()).min(1), z.string()]);

/**
 * Issues client IDs that contain the client's signed registration. Because no registration is stored, no client ID ever
 * becomes invalid. This matters because agents keep their client IDs forever, and an unknown ID would lead to an error
 * page every time.
 */
export class ClientIds {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  issue({ name, redirectUris }: Registration): string {
    // The nonce gives two clients with the same registration different IDs.
    const nonce = randomBytes(9).toString('base64url');
    const body = Buffer.from(JSON.stringify([name, redirectUris, nonce])).toString('base64url');
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  find(id: string): Record<string, unknown> | undefined {
    const [body = '', signature = ''] = id.split('.', 2);
    const received = Buffer.from(signature, 'base64url');
    const expected = this.#sign(body);
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
    // Rejects a different encoding of the same bytes, because it would be a different client ID.
    if (id !== `${body}.${expected.toString('base64url')}`) return undefined;
    const [name, redirectUris] = contentSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return { client_id: id, ...describeClient({ name, redirectUris }) };
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest().subarray(0, 16);
  }
}
