import { deriveKey } from '../platform/derive-key.ts';
import { newEventId } from '../platform/event-ids.ts';
import { createClassifier, type GeoReader } from './classify/index.ts';
import { clickIdsOf } from './click-ids.ts';
import { EdgeCounters } from './counters.ts';
import { drawHashOf } from './draw-hash.ts';
import type { EdgeContext } from './edge-context.ts';
import { hostPolicy } from './host-policy.ts';
import { PageLimits } from './page-limits.ts';
import { RecentIds } from './recent-ids.ts';
import { originReader } from './request/read-origin.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { visitorRecall } from './visitor-recall.ts';
import { sourceValuesCookies, sourceValuesPurpose } from './visitor/source-values-cookie.ts';

const promotedIdsMax = 10_000;

/** Builds the edge context. A separate key for each purpose is derived from the installation secret. */
export function buildEdgeContext(
  options: Pick<EdgeContext, 'visits' | 'clicks' | 'inbox'> & {
    secret: string;
    snapshot: Snapshot;
    geo: Pick<GeoReader, 'find'>;
    ownHosts: readonly string[];
    trustedProxies: readonly string[];
    now: () => number;
  },
): EdgeContext {
  const { secret, snapshot, visits, clicks, inbox, now } = options;
  return {
    snapshot,
    hosts: hostPolicy(snapshot, options.ownHosts),
    classifier: createClassifier({ geo: options.geo }),
    clickIds: clickIdsOf(secret),
    drawHash: drawHashOf(secret),
    readOrigin: originReader(options.trustedProxies),
    recall: visitorRecall(secret),
    sourceValues: sourceValuesCookies(deriveKey(secret, sourceValuesPurpose)),
    visits,
    clicks,
    inbox,
    promoted: new RecentIds(promotedIdsMax),
    pageLimits: new PageLimits(),
    counters: new EdgeCounters(),
    newId: newEventId,
    now,
  };
}
