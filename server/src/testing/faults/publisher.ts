import { setTimeout as sleep } from 'node:timers/promises';
import { createWaypostClient, WaypostApiError } from '../../../../client/waypost-client.ts';
import { landingUrl, type FaultWorkspace } from './fault-workspace.ts';
import type { SentChange } from './compare-changes.ts';

export type Publisher = {
  changes: SentChange[];
  // Changes all landing pages as fast as the API allows.
  setStorm: (isStorm: boolean) => void;
  stop: () => Promise<void>;
};

const pauseMs = 4_000;
const answerLimitMs = 30_000;

// Changes the URL of each landing page again and again, and remembers which changes were accepted.
export function startPublisher(panelUrl: string, { token, landings }: FaultWorkspace): Publisher {
  const client = createWaypostClient({ baseUrl: `${panelUrl}/api/v1`, token });
  const changes: SentChange[] = [];
  const stopping = new AbortController();
  let calm = new AbortController();
  let isStorm = false;
  const lane = async (landing: number, id: string) => {
    for (let revision = 1; !stopping.signal.aborted; revision += 1) {
      const change: SentChange = { landing, revision, isAccepted: undefined };
      changes.push(change);
      const signal = AbortSignal.timeout(answerLimitMs);
      try {
        await client.updateLanding(id, { url: landingUrl(landing, revision) }, { signal });
        change.isAccepted = true;
      } catch (error) {
        // After an internal or network error, the change may have been stored.
        if (error instanceof WaypostApiError && error.status < 500) change.isAccepted = false;
      }
      const wait = isStorm && change.isAccepted === true ? 1 : isStorm ? 100 : pauseMs;
      const signals = AbortSignal.any([stopping.signal, calm.signal]);
      await sleep(wait, undefined, { signal: signals }).catch(() => undefined);
    }
  };
  const running = Promise.all(landings.map(({ id }, landing) => lane(landing, id)));
  return {
    changes,
    setStorm: (next) => {
      isStorm = next;
      calm.abort();
      calm = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
