import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildChallengeCertificate } from '../../platform/acme/challenge-certificate.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { tlsSettings } from './tls-settings.ts';

type SealedCertificate = { host: string; version: number; chain: string; sealedKey: Buffer };

type CertificateChanges = {
  changed: readonly SealedCertificate[];
  removed: readonly string[];
  challenges: readonly { host: string; token: string }[];
};

// Each open certificate takes tens of kilobytes of memory.
const contextsMax = 1_000;
const waitersMax = 500;

// Certificates that this edge serves. They stay encrypted in memory until a visitor needs them, and expired ones are
// served until they are replaced.
export class ServedCertificates {
  readonly #box: SecretBox;
  readonly #thumbprint: string;
  readonly #sealed = new Map<string, SealedCertificate>();
  // In the order of their last use.
  readonly #contexts = new Map<string, SecureContext>();
  readonly #expiries = new WeakMap<SealedCertificate, number>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #challenges: ReadonlyMap<string, string> = new Map();
  #waiters = 0;

  constructor(box: SecretBox, thumbprint: string) {
    this.#box = box;
    this.#thumbprint = thumbprint;
  }

  get versions(): ReadonlyMap<string, number> {
    return new Map([...this.#sealed.values()].map(({ host, version }) => [host, version]));
  }

  get sealed(): SealedCertificate[] {
    return [...this.#sealed.values()];
  }

  get hasChallenges(): boolean {
    return this.#challenges.size > 0;
  }

  get hasWaiters(): boolean {
    return this.#waiters > 0;
  }

  // Undefined if there are no certificates.
  get firstExpiryMs(): number | undefined {
    const ends = this.sealed.map((certificate) => this.#readExpiry(certificate));
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  has(host: string): boolean {
    return this.#sealed.has(host);
  }

  apply({ changed, removed, challenges }: CertificateChanges): void {
    for (const host of removed) {
      this.#sealed.delete(host);
      this.#contexts.delete(host);
    }
    for (const certificate of changed) {
      const { host } = certificate;
      this.#sealed.set(host, certificate);
      this.#contexts.delete(host);
      for (const resume of this.#waiting.get(host) ?? []) resume();
    }
    this.#challenges = new Map(challenges.map(({ host, token }) => [host, token]));
  }

  find(host: string): SecureContext | undefined {
    const context = this.#contexts.get(host) ?? this.#open(host);
    if (context === undefined) return undefined;
    this.#contexts.delete(host);
    this.#contexts.set(host, context);
    const [oldest] = this.#contexts.keys();
    if (this.#contexts.size > contextsMax && oldest !== undefined) this.#contexts.delete(oldest);
    return context;
  }

  // Resolves with the certificate of the host as soon as it exists, or with undefined after the time limit.
  async wait(host: string, limitMs: number): Promise<SecureContext | undefined> {
    if (this.#waiters >= waitersMax) return undefined;
    this.#waiters += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    const resumes = this.#waiting.get(host) ?? new Set();
    this.#waiting.set(host, resumes.add(resolve));
    const timer = setTimeout(resolve, limitMs).unref();
    await promise;
    clearTimeout(timer);
    this.#waiters -= 1;
    resumes.delete(resolve);
    if (resumes.size === 0) this.#waiting.delete(host);
    return this.find(host);
  }

  findChallenge(host: string): SecureContext | undefined {
    const token = this.#challenges.get(host);
    if (token === undefined) return undefined;
    const keyAuthorization = `${token}.${this.#thumbprint}`;
    return createSecureContext({
      ...tlsSettings,
      ...buildChallengeCertificate(host, keyAuthorization, new Date()),
    });
  }

  #readExpiry(certificate: SealedCertificate): number {
    const known = this.#expiries.get(certificate);
    if (known !== undefined) return known;
    const expiry = new X509Certificate(certificate.chain).validToDate.getTime();
    this.#expiries.set(certificate, expiry);
    return expiry;
  }

  // Returns undefined if the certificate was encrypted with a different secret.
  #open(host: string): SecureContext | undefined {
    const found = this.#sealed.get(host);
    const key = found === undefined ? undefined : this.#box.open(found.sealedKey, host);
    return found === undefined || key === undefined
      ? undefined
      : createSecureContext({ ...tlsSettings, cert: found.chain, key });
  }
}
