import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { ServedCertificates } from '../../../edge/https/served-certificates.ts';
import { describeError, systemCode } from '../../../platform/errors.ts';
import { FailureReporter } from '../../../platform/failure-reporter.ts';
import { writePrivateFile } from '../../../platform/json-file.ts';
import type { Logger } from '../../../platform/logger.ts';
import { Loop } from '../../../platform/loop.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { startupGrace } from '../../../platform/startup-grace.ts';
import {
  readCertificateChanges,
  wantCertificate,
} from '../../../services/certificates/served-certificates.ts';
import type { ServiceContext } from '../../../services/context.ts';

type FollowOptions = {
  context: ServiceContext;
  certificates: ServedCertificates;
  box: SecretBox;
  ownHosts: readonly string[];
  directory: string;
  logger: Logger;
};

type StoredCertificate = { host: string; version: number; chain: string; sealedKey: string };

const idleMs = 5_000;
const waitingMs = 500;
// A host is queued again after this time, in case its row was deleted.
const wantAgainMs = 60_000;
const owner = 'copy of the certificates';

// Keeps the certificates of an edge up to date, and stores an encrypted copy on disk, so that the edge can serve HTTPS
// after a restart while PostgreSQL is unavailable.
export class CertificateFollower {
  readonly #options: FollowOptions;
  readonly #path: string;
  readonly #wantedAt = new Map<string, number>();
  readonly #loop: Loop;

  constructor(options: FollowOptions) {
    const { logger } = options;
    this.#options = options;
    this.#path = join(options.directory, 'certificates');
    this.#load();
    const failures = new FailureReporter(logger, {
      failed: 'failed to read certificates, serving those on disk',
      resolved: 'resumed reading certificates',
    });
    const grace = startupGrace();
    this.#loop = new Loop({
      everyMs: idleMs,
      work: async () => {
        await this.#poll();
        grace.markReached();
        failures.end();
        return this.#isWaiting ? waitingMs : idleMs;
      },
      onFailure: (error) => {
        if (!grace.isExpected()) failures.note(describeError(error));
      },
      retryMs: () => 1_000,
    });
  }

  // Queues a served host that has no certificate.
  want(host: string): void {
    const { context, ownHosts, logger } = this.#options;
    const now = performance.now();
    if (now - (this.#wantedAt.get(host) ?? -Infinity) < wantAgainMs) return this.#loop.wake();
    this.#wantedAt.set(host, now);
    wantCertificate(context, host, ownHosts).then(
      () => this.#loop.wake(),
      (error: unknown) => {
        this.#wantedAt.delete(host);
        logger.warn({ host, why: describeError(error) }, 'failed to request a certificate');
      },
    );
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  get #isWaiting(): boolean {
    const { certificates, ownHosts } = this.#options;
    return certificates.hasWaiters || ownHosts.some((host) => !certificates.has(host));
  }

  async #poll(): Promise<void> {
    const { context, certificates } = this.#options;
    const changes = await readCertificateChanges(context, certificates.versions);
    certificates.apply(changes);
    if (changes.changed.length > 0 || changes.removed.length > 0) this.#store();
  }

  #load(): void {
    const { certificates, box, logger } = this.#options;
    try {
      const text = box.open(Buffer.from(readFileSync(this.#path, 'utf8'), 'base64'), owner)?.toString();
      if (text === undefined) return;
      const changed = (JSON.parse(text) as StoredCertificate[]).map(({ sealedKey, ...certificate }) => ({
        ...certificate,
        sealedKey: Buffer.from(sealedKey, 'base64'),
      }));
      certificates.apply({ changed, removed: [], challenges: [] });
    } catch (error) {
      if (systemCode(error) !== 'ENOENT')
        logger.warn({ why: describeError(error) }, 'failed to read the copy of the certificates');
    }
  }

  #store(): void {
    const { certificates, box, logger } = this.#options;
    const stored: StoredCertificate[] = certificates.sealed.map(({ sealedKey, ...certificate }) => ({
      ...certificate,
      sealedKey: sealedKey.toString('base64'),
    }));
    try {
      writePrivateFile(this.#path, box.seal(Buffer.from(JSON.stringify(stored)), owner).toString('base64'));
    } catch (error) {
      logger.warn({ why: describeError(error) }, 'failed to store the copy of the certificates');
    }
  }
}
