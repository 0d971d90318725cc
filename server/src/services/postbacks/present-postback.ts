import type { Postback } from '@waypost/contract/postbacks.ts';
import type { PostbackRow } from '../../store/postback-list.ts';

export function presentPostback(row: PostbackRow): Postback {
  const { id, campaignId, eventId, idx, method, url, origin, state, attempts, lastStatus, lastError } = row;
  return {
    id,
    campaignId,
    eventId,
    idx,
    method,
    url,
    origin,
    state,
    attempts,
    nextAt: state === 'waiting' ? row.nextAt.toISOString() : null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    lastStatus,
    lastError,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
