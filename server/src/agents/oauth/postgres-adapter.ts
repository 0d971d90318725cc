import { AsyncLocalStorage } from 'node:async_hooks';
import type { Adapter, errors } from 'oidc-provider';
import { hashToken } from '../../services/accounts/link-token.ts';
import { endByAgent } from '../../services/agents/connections.ts';
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

/** When a request came. */
export const arrivals = new AsyncLocalStorage<Date>();

/**
 * Where `oidc-provider` keeps its records. Ids are kept as hashes, and are in no payload: that of a code or a token is the
 * secret itself.
 */
export function makeAdapter(context: ServiceContext, invalidGrant: (typeof errors)['InvalidGrant']) {
  return (model: string): Adapter => {
    const { database, now } = context;
    /**
     * An agent that asks for several things at once finds its token ended with each of them, and renews it as often: the
     * official client does. Who came before the first of them was answered cannot know that it was used, and is no thief.
     */
    const cameBefore = (at: Date) =>
      model === 'RefreshToken' && (arrivals.getStore()?.getTime() ?? Infinity) <= at.getTime();
    const isUsed = (at: Date | null): at is Date => at !== null && !cameBefore(at);
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
          }),
        );
      },
      find: async (id) => {
        if (keptNowhere.has(model)) return undefined;
        const found = await database.readAsSystem((executor) => findOauthRecord(executor, place(id)));
        if (found === undefined || (model === 'Grant' && !(await isStillAllowed(id)))) return undefined;
        const { consumedAt } = found;
        const consumed = isUsed(consumedAt) ? { consumed: consumedAt.getTime() / 1000 } : {};
        return { ...found.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed };
      },
      findByUid: () => Promise.resolve(undefined),
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        const { usedAt, grantId } = await database.asSystem((executor) =>
          consumeOauthRecord(executor, place(id), now),
        );
        if (!isUsed(usedAt)) return;
        // Two came at once with what counts once: one of them has stolen it.
        if (grantId !== null) await endByAgent(context, grantId, 'used twice');
        throw new invalidGrant('grant request is invalid');
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
