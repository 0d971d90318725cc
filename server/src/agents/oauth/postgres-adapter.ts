import { AsyncLocalStorage } from 'node:async_hooks';
import type { Adapter, errors } from 'oidc-provider';
import { hashToken } from '../../services/accounts/link-token.ts';
import { endByAgent } from '../../services/agents/connections.ts';
import { idleDays } from '../../services/agents/lifetimes.ts';
import type { ServiceContext } from '../../services/context.ts';
import { isConnected } from '../../store/agents/agent-connections.ts';
import {
  consumeOauthRecord,
  deleteGrantRecords,
  deleteOauthRecord,
  findOauthRecord,
  saveOauthRecord,
} from '../../store/agents/oauth-records.ts';
import type { ClientIds } from './client-ids.ts';

// Models that are not stored, because the panel knows who is signed in, consent is requested every time, and client IDs
// contain their registration.
const notStored = new Set(['Session', 'ReplayDetection', 'Client']);

const refreshModel = 'RefreshToken';
const refreshKeptMs = idleDays * 24 * 60 * 60 * 1000;

// A refresh token can be used again for this long after its first use, because the response may have been lost or the
// agent may refresh in parallel. The official client refreshes for each concurrent call. The grace period ends once one
// of the newly issued tokens is used. Only one of them can be used, so a stolen token is noticed at the next refresh.
const refreshGraceMs = 60_000;

/** Refresh token that the current request uses. The new refresh token is linked to this one. */
export const rotations = new AsyncLocalStorage<{ from: Buffer | null }>();

type AdapterOptions = {
  context: ServiceContext;
  clientIds: ClientIds;
  invalidGrant: (typeof errors)['InvalidGrant'];
};

/**
 * Stores the records of `oidc-provider`. IDs are stored as hashes and removed from payloads, because the ID of a code
 * or token is the secret itself.
 */
export class PostgresAdapter implements Adapter {
  readonly #model: string;
  readonly #options: AdapterOptions;
  readonly #database: ServiceContext['database'];

  constructor(model: string, options: AdapterOptions) {
    this.#model = model;
    this.#options = options;
    this.#database = options.context.database;
  }

  async upsert(id: string, record: Record<string, unknown>, expiresIn?: number): Promise<void> {
    if (notStored.has(this.#model)) return;
    const { jti: _, ...payload } = record;
    const grantId = this.#model === 'Grant' ? id : payload['grantId'];
    const now = this.#options.context.now();
    await this.#database.asSystem((executor) =>
      saveOauthRecord(executor, this.#keyOf(id), {
        payload,
        grantId: typeof grantId === 'string' ? grantId : null,
        now,
        expiresAt: expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000),
        rotatedFrom: this.#model === refreshModel ? (rotations.getStore()?.from ?? null) : null,
      }),
    );
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    if (this.#model === 'Client') return this.#options.clientIds.find(id);
    if (notStored.has(this.#model)) return undefined;
    const found = await this.#database.readAsSystem((executor) => findOauthRecord(executor, this.#keyOf(id)));
    if (found === undefined || !(await this.#isAllowed(id))) return undefined;
    const { consumedAt } = found;
    const use = { usedAt: consumedAt, isSuccessorUsed: found.isSuccessorUsed };
    const consumed =
      consumedAt !== null && this.#isSpent(use) ? { consumed: consumedAt.getTime() / 1000 } : {};
    return { ...found.payload, jti: id, ...consumed };
  }

  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async consume(id: string): Promise<void> {
    const { context, invalidGrant } = this.#options;
    const record = this.#keyOf(id);
    const keptMs = this.#model === refreshModel ? refreshKeptMs : 0;
    const use = await this.#database.asSystem((executor) =>
      consumeOauthRecord(executor, record, { now: context.now, keptMs }),
    );
    if (use.isSiblingUsed || this.#isSpent(use)) {
      // A single-use token was used twice, so one of the two callers may have stolen it.
      if (use.grantId !== null) await endByAgent(context, use.grantId, 'token used twice');
      throw new invalidGrant('grant request is invalid');
    }
    const rotation = rotations.getStore();
    if (rotation !== undefined && this.#model === refreshModel) rotation.from = record.idHash;
  }

  async destroy(id: string): Promise<void> {
    if (this.#model === 'Grant')
      await endByAgent(this.#options.context, id, 'revoked by the agent, or token used twice');
    else await this.#database.asSystem((executor) => deleteOauthRecord(executor, this.#keyOf(id)));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.asSystem((executor) => deleteGrantRecords(executor, [grantId], this.#model));
  }

  #keyOf(id: string): { model: string; idHash: Buffer } {
    return { model: this.#model, idHash: hashToken(id) };
  }

  async #isAllowed(id: string): Promise<boolean> {
    if (this.#model !== 'Grant') return true;
    return await this.#database.readAsSystem((executor) => isConnected(executor, id));
  }

  #isSpent({ usedAt, isSuccessorUsed }: { usedAt: Date | null; isSuccessorUsed: boolean }): boolean {
    if (usedAt === null) return false;
    if (this.#model !== refreshModel || isSuccessorUsed) return true;
    return this.#options.context.now().getTime() - usedAt.getTime() > refreshGraceMs;
  }
}
