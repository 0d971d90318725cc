import { setTimeout as sleep } from 'node:timers/promises';

type SteadyWrites = {
  // Names of the traffic sources that were created.
  created: string[];
  // Statuses of all other responses, with their Retry-After header.
  others: { status: number; retryAfter: string | null }[];
  // Longest time without a successful write.
  longestMs: () => number;
  stop: () => Promise<void>;
};

const pauseMs = 50;
const timeoutMs = 60_000;

// Creates traffic sources through the API, one after another, until stopped.
export function startWrites(panelUrl: string, token: string): SteadyWrites {
  const stopping = new AbortController();
  const writes: Pick<SteadyWrites, 'created' | 'others'> = { created: [], others: [] };
  let lastAt = performance.now();
  let longestMs = 0;
  const run = async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const name = `Written ${number}`;
      const response = await fetch(`${panelUrl}/api/v1/traffic-sources`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(timeoutMs),
        // A restarted process closes its connections.
      }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok === true) {
        writes.created.push(name);
        longestMs = Math.max(longestMs, performance.now() - lastAt);
        lastAt = performance.now();
      } else if (response !== undefined)
        writes.others.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
      await sleep(pauseMs);
    }
  };
  const running = run();
  return {
    ...writes,
    longestMs: () => Math.round(longestMs),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
