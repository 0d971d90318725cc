import { testTag } from '@waypost/contract/test-traffic.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  CampaignLinks,
  EventTimeline,
  InboxEntry,
  RotatorRouting,
  TrafficSource,
} from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { randomText } from '../../lib/random-text.ts';
import { writeTestConversion, writeTestLink } from './test-link.ts';

const askAgainMs = 1_000;
/** After this long something is wrong that will not mend itself. */
const patienceMs = 20_000;

export type Tested = {
  campaignId: string;
  links: CampaignLinks;
  source: TrafficSource;
  routing: RotatorRouting;
};

export type Tests = {
  testLink: string;
  sendVisit: () => void;
  isVisitSent: boolean;
  /** Set when something that was sent has not arrived for long. */
  isLate: boolean;
  story: EventTimeline | undefined;
  sendConversion: () => void;
  isSendingConversion: boolean;
  /** Why none was sent; NotCalled where the address could not be called from this browser. */
  conversionError: Error | null;
  isConversionSent: boolean;
  /** What became of the call, once it is looked at. */
  entry: InboxEntry | undefined;
};

export function useTests({ campaignId, links, source }: Tested): Tests {
  const [next, setNext] = useState(newTestId);
  const [sent, setSent] = useState<string>();
  const clickId = useClickId(campaignId, sent);
  const conversion = useConversion({ campaignId, links, clickId });
  const story = useStory(clickId, isUnderWay(conversion.entry));
  const isWaiting =
    (sent !== undefined && (story?.visit ?? null) === null) ||
    (conversion.isConversionSent && !isHandled(conversion.entry));
  return {
    testLink: writeTestLink(links, source, next),
    sendVisit: () => {
      setSent(next);
      // The browser follows the link after this: only then may it become another one.
      setTimeout(() => setNext(newTestId()));
      conversion.reset();
    },
    isVisitSent: sent !== undefined,
    isLate: useIsLate(isWaiting),
    story,
    ...conversion,
  };
}

const dayMs = 86_400_000;

/** Of the visit that carries this id, once it is recorded. The clock of the browser may be hours off. */
function useClickId(campaignId: string, testId: string | undefined): string | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'listEvents', campaignId, testId],
    queryFn: async ({ signal }) => {
      const [from = '', to = ''] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString());
      const query = { campaignId, type: 'visit', from, to, limit: 50 } as const;
      const { items } = await api.listEvents({ query, signal });
      const visit = items.find((event) => event.externalId === testId || event.tags.includes(testId ?? ''));
      return visit?.clickId ?? null;
    },
    enabled: testId !== undefined,
    refetchInterval: ({ state }) => (typeof state.data === 'string' ? false : askAgainMs),
  });
  return data ?? undefined;
}

function newTestId(): string {
  return `${testTag}-${randomText()}`;
}

/** Whether a postback may still follow what was reported. */
function isUnderWay(entry: InboxEntry | undefined): boolean {
  return entry !== undefined && entry.changes.some(({ postbackId }) => postbackId !== null);
}

export function isHandled(entry: InboxEntry | null | undefined): boolean {
  return (entry?.handledAt ?? null) !== null;
}

function useStory(clickId: string | undefined, isPostbackAwaited: boolean): EventTimeline | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getEventTimeline', clickId],
    queryFn: ({ signal }) => api.getEventTimeline(clickId ?? '', { signal }),
    enabled: clickId !== undefined,
    refetchInterval: ({ state }) => {
      const isTold = state.data?.postbacks.some(({ attempts }) => attempts.length > 0) ?? false;
      return isPostbackAwaited && !isTold ? askAgainMs : false;
    },
  });
  return data;
}

export class NotCalled extends Error {}

type Reported = { campaignId: string; links: Tested['links']; clickId: string | undefined };

function useConversion({ campaignId, links, clickId }: Reported) {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const [transactionId, setTransactionId] = useState('');
  const sending = useMutation({
    mutationFn: async (id: string) => {
      // A question that fails once, on a server that is busy, is asked again as all others are.
      const payout = await client.fetchQuery({
        queryKey: [workspace.id, 'payoutOfTest', clickId],
        queryFn: async () => {
          const { visit } = await api.getEventTimeline(clickId ?? '');
          const offerId = visit?.offerId ?? null;
          const offer = offerId === null ? undefined : await api.getOffer(offerId);
          return offer?.payout.mode === 'fixed' ? null : '1';
        },
        retry: 2,
      });
      const address = writeTestConversion(links, {
        clickId: clickId ?? '',
        transactionId: id,
        payout: payout ?? undefined,
      });
      await call(address);
    },
  });
  const { data: entry } = useQuery({
    queryKey: [workspace.id, 'listInbox', campaignId, transactionId],
    queryFn: async ({ signal }) => {
      const { items } = await api.listInbox({ query: { campaignId, limit: 20 }, signal });
      return items.find(({ query }) => query?.includes(transactionId)) ?? null;
    },
    enabled: sending.isSuccess,
    refetchInterval: ({ state }) => (isHandled(state.data) ? false : askAgainMs),
  });
  return {
    sendConversion: () => {
      const id = newTestId();
      setTransactionId(id);
      sending.mutate(id);
    },
    reset: () => {
      setTransactionId('');
      sending.reset();
    },
    isSendingConversion: sending.isPending,
    conversionError: sending.error,
    isConversionSent: sending.isSuccess,
    entry: entry ?? undefined,
  };
}

/** The address is another site than the panel: that it answers is seen, what it answers is not. */
async function call(address: string): Promise<void> {
  try {
    await fetch(address, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  } catch (cause) {
    throw new NotCalled('the postback URL was not called', { cause });
  }
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
