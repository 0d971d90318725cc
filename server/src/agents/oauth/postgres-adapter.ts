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

// Who is signed in is known by the panel, and consent is always asked for: there is nothing to remember.
const keptNowhere = new Set(['Session', 'ReplayDetection']);

const refreshKeptMs = idleDays * 24 * 60 * 60 * 1000;

/**
 * A refresh token may be used again for this long after its first use, in case the answer was lost, and by an agent that
 * makes several calls at once: the official client refreshes for each of them. Only until a token that was issued for it
 * is used, and of those only one can be: a thief who comes within the grace period is noticed at the next refresh.
 */
const refreshGraceMs = 60_000;

/** The refresh token that the current request has used, which the one it gets is issued for. */
export const rotations = new AsyncLocalStorage<{ from: Buffer | null }>();

/**
 * Where `oidc-provider` keeps its records. Ids are kept as hashes, and are in no payload: that of a code or a token is the
 * secret itself.
 */
export function makeAdapter(context: ServiceContext, invalidGrant: (typeof errors)['InvalidGrant']) {
  return (model: string): Adapter => {
    const { database, now } = context;
    const isRefresh = model === 'RefreshToken';
    const isInGrace = (at: Date) => isRefresh && now().getTime() - at.getTime() <= refreshGraceMs;
    const isUsed = (at: Date | null, isSuccessorUsed: boolean): at is Date =>
      at !== null && (isSuccessorUsed || !isInGrace(at));
    const isStillAllowed = async (grantId: string) =>
      await database.readAsSystem((executor) => isConnected(executor, grantId));
    const place = (id: string) => ({ model, idHash: hashToken(id) });
    return {
      upsert: async (id, kept, expiresIn) => {
        if (keptNowhere.has(model)) return;
        const { jti: _, ...payload } = kept;
        const grantId = model === 'Grant' ? id : payload['grantId'];
        await database.asSystem((executor) =>
          saveOauthRecord(executor, place(id), {
            payload,
            grantId: typeof grantId === 'string' ? grantId : null,
            now: now(),
            expiresAt: expiresIn === undefined ? null : new Date(now().getTime() + expiresIn * 1000),
            rotatedFrom: isRefresh ? (rotations.getStore()?.from ?? null) : null,
          }),
        );
      },
      find: async (id) => {
        if (keptNowhere.has(model)) return undefined;
        const found = await database.readAsSystem((executor) => findOauthRecord(executor, place(id)));
        if (found === undefined || (model === 'Grant' && !(await isStillAllowed(id)))) return undefined;
        const { consumedAt, isSuccessorUsed } = found;
        const consumed = isUsed(consumedAt, isSuccessorUsed) ? { consumed: consumedAt.getTime() / 1000 } : {};
        return { ...found.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed };
      },
      findByUid: () => Promise.resolve(undefined),
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        const { usedAt, grantId, isSuccessorUsed, isSiblingUsed } = await database.asSystem((executor) =>
          consumeOauthRecord(executor, place(id), { now, keptMs: isRefresh ? refreshKeptMs : 0 }),
        );
        if (isUsed(usedAt, isSuccessorUsed) || isSiblingUsed) {
          // Two hold what counts once: one of them has stolen it.
          if (grantId !== null) await endByAgent(context, grantId, 'used twice');
          throw new invalidGrant('grant request is invalid');
        }
        const rotation = rotations.getStore();
        if (isRefresh && rotation !== undefined) rotation.from = place(id).idHash;
      },
      destroy: async (id) => {
        if (model === 'Grant') await endByAgent(context, id, 'given up by the agent, or used twice');
        else await database.asSystem((executor) => deleteOauthRecord(executor, place(id)));
      },
      revokeByGrantId: async (grantId) =>
        await database.asSystem((executor) => deleteGrantRecords(executor, [grantId], model)),
    };
  };
}
