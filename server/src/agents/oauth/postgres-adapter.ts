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

// Who is signed in is known by the panel, consent is always asked for, and client ids carry their registration.
const notStored = new Set(['Session', 'ReplayDetection', 'Client']);

const refreshModel = 'RefreshToken';
const refreshKeptMs = idleDays * 24 * 60 * 60 * 1000;

/**
 * A refresh token may be used again for this long after its first use, in case the answer was lost, and by an agent that
 * makes several calls at once: the official client refreshes for each of them. Only until a token that was issued for it
 * is used, and of those only one can be: a thief who comes within the grace period is noticed at the next refresh.
 */
const refreshGraceMs = 60_000;

/** The refresh token that the current request has used, which the one it gets is issued for. */
export const rotations = new AsyncLocalStorage<{ from: Buffer | null }>();

type AdapterOptions = {
  context: ServiceContext;
  clientIds: ClientIds;
  invalidGrant: (typeof errors)['InvalidGrant'];
};

/**
 * Where `oidc-provider` keeps its records. Ids are kept as hashes, and are in no payload: that of a code or a token is the
 * secret itself.
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

  async upsert(id: string, kept: Record<string, unknown>, expiresIn?: number): Promise<void> {
    if (notStored.has(this.#model)) return;
    const { jti: _, ...payload } = kept;
    const grantId = this.#model === 'Grant' ? id : payload['grantId'];
    const now = this.#options.context.now();
    await this.#database.asSystem((executor) =>
      saveOauthRecord(executor, this.#place(id), {
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
    const found = await this.#database.readAsSystem((executor) => findOauthRecord(executor, this.#place(id)));
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
    const record = this.#place(id);
    const keptMs = this.#model === refreshModel ? refreshKeptMs : 0;
    const use = await this.#database.asSystem((executor) =>
      consumeOauthRecord(executor, record, { now: context.now, keptMs }),
    );
    if (use.isSiblingUsed || this.#isSpent(use)) {
      // Two hold what counts once: one of them has stolen it.
      if (use.grantId !== null) await endByAgent(context, use.grantId, 'used twice');
      throw new invalidGrant('grant request is invalid');
    }
    const rotation = rotations.getStore();
    if (rotation !== undefined && this.#model === refreshModel) rotation.from = record.idHash;
  }

  async destroy(id: string): Promise<void> {
    if (this.#model === 'Grant')
      await endByAgent(this.#options.context, id, 'given up by the agent, or used twice');
    else await this.#database.asSystem((executor) => deleteOauthRecord(executor, this.#place(id)));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.asSystem((executor) => deleteGrantRecords(executor, [grantId], this.#model));
  }

  #place(id: string): { model: string; idHash: Buffer } {
    return { model: this.#model, idHash: hashToken(id) };
  }

  /** A grant ends with the membership of the person. */
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
