import { useEffect, useState } from 'react';
import type { BriefEvent } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

// Maximum number of live events. Older events are shown in the list below.
const tailMax = 500;

export type Tail = { events: readonly BriefEvent[]; state: 'connecting' | 'open' | 'ended' };

/** Streams new events, newest first. The browser reconnects automatically and resumes after the last received event. */
export function useTail(filters: Readonly<Record<string, string>>, isLive: boolean): Tail {
  const { workspace } = useWorkspace();
  const address = `/panel/api/workspaces/${workspace.id}/events/tail?${new URLSearchParams(filters)}`;
  const [tail, setTail] = useState<Tail & { of: string }>({ events: [], state: 'connecting', of: '' });
  useEffect(() => {
    if (!isLive) return undefined;
    setTail({ events: [], state: 'connecting', of: address });
    const source = new EventSource(address);
    source.addEventListener('open', () => setTail((before) => ({ ...before, state: 'open' })));
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as BriefEvent;
      setTail((before) => ({ ...before, events: addToTail(before.events, event) }));
    });
    source.addEventListener('error', () =>
      setTail((before) => ({
        ...before,
        state: source.readyState === EventSource.CLOSED ? 'ended' : 'connecting',
      })),
    );
    // The server sends `end` when the session or permission has ended. A reconnect would be rejected.
    source.addEventListener('end', () => {
      source.close();
      setTail((before) => ({ ...before, state: 'ended' }));
    });
    return () => source.close();
  }, [address, isLive]);
  return isLive && tail.of === address ? tail : { events: [], state: 'connecting' };
}

/** Adds an event before the others. If the list gets too long, drops the oldest events. */
export function addToTail(events: readonly BriefEvent[], event: BriefEvent): BriefEvent[] {
  return [event, ...events].slice(0, tailMax);
}
