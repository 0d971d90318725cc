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

const promotedIdsKept = 10_000;

/** Puts together what serving visitors needs. Everything that is secret comes from the one secret. */
export function buildEdgeContext(
  given: Pick<EdgeContext, 'visits' | 'clicks' | 'inbox'> & {
    secret: string;
    snapshot: Snapshot;
    geo: Pick<GeoReader, 'find'>;
    /** Hosts of the installation itself, besides those of workspaces. */
    ownHosts: readonly string[];
    trustedProxies: readonly string[];
    now: () => number;
  },
): EdgeContext {
  const { secret, snapshot, visits, clicks, inbox, now } = given;
  return {
    snapshot,
    hosts: hostPolicy(snapshot, given.ownHosts),
    classifier: createClassifier({ geo: given.geo }),
    clickIds: clickIdsOf(secret),
    drawHash: drawHashOf(secret),
    readOrigin: originReader(given.trustedProxies),
    recall: visitorRecall(secret),
    sourceValues: sourceValuesCookies(deriveKey(secret, sourceValuesPurpose)),
    visits,
    clicks,
    inbox,
    promoted: new RecentIds(promotedIdsKept),
    pageLimits: new PageLimits(),
    counters: new EdgeCounters(),
    newId: newEventId,
    now,
  };
}
