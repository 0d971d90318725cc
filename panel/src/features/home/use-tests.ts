import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  CampaignLinks,
  EventTimeline,
  InboxEntry,
  RotatorRouting,
  TrafficSource,
} from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { randomText } from '../../lib/api/random-text.ts';
import { writeTestConversion, writeTestLink } from './test-link.ts';
import { awaitedTest, findTestVisit, isHandled, isPostbackPending, testPayout } from './test-state.ts';

const pollMs = 1_000;
// A visit or conversion that takes longer than this indicates a problem.
const lateAfterMs = 20_000;

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
  /** True if a visit or conversion was sent but has not been recorded in time. */
  isLate: boolean;
  timeline: EventTimeline | undefined;
  sendConversion: () => void;
  isSendingConversion: boolean;
  /** `NotCalled` if the browser could not reach the postback URL. */
  conversionError: Error | null;
  isConversionSent: boolean;
  entry: InboxEntry | undefined;
};

export function useTests({ campaignId, links, source }: Tested): Tests {
  const [next, setNext] = useState(newTestId);
  const [sent, setSent] = useState<string>();
  const clickId = useClickId(campaignId, sent);
  const conversion = useConversion({ campaignId, links, clickId });
  const timeline = useTimeline(clickId, conversion.entry);
  return {
    testLink: writeTestLink(links, source, next),
    sendVisit: () => {
      setSent(next);
      // The ID is replaced only after this handler has returned, because the browser then follows the link, which must
      // still contain the current ID.
      setTimeout(() => setNext(newTestId()));
      conversion.reset();
    },
    isVisitSent: sent !== undefined,
    isLate: useIsLate(awaitedTest({ sentId: sent, timeline, ...conversion })),
    timeline,
    ...conversion,
  };
}

const dayMs = 86_400_000;

/**
 * Returns the click ID of the test visit once the visit is recorded. Searches a wide time range, because browser clocks
 * may be off by hours.
 */
function useClickId(campaignId: string, testId: string | undefined): string | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'listEvents', campaignId, testId],
    queryFn: async ({ signal }) => {
      const [from = '', to = ''] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString());
      const query = { campaignId, type: 'visit', from, to, limit: 50 } as const;
      const { items } = await api.listEvents({ query, signal });
      return findTestVisit(items, testId ?? '');
    },
    enabled: testId !== undefined,
    refetchInterval: ({ state }) => (typeof state.data === 'string' ? false : pollMs),
  });
  return data ?? undefined;
}

function newTestId(): string {
  return `${testTag}-${randomText()}`;
}

function useTimeline(clickId: string | undefined, entry: InboxEntry | undefined): EventTimeline | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getEventTimeline', clickId],
    queryFn: ({ signal }) => api.getEventTimeline(clickId ?? '', { signal }),
    enabled: clickId !== undefined,
    refetchInterval: ({ state }) => (isPostbackPending(entry, state.data?.postbacks) ? pollMs : false),
  });
  return data;
}

export class NotCalled extends Error {}

type ConversionInput = { campaignId: string; links: Tested['links']; clickId: string | undefined };

function useConversion({ campaignId, links, clickId }: ConversionInput) {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const [transactionId, setTransactionId] = useState('');
  const sending = useMutation({
    mutationFn: async (id: string) => {
      // Retries are enabled explicitly, because the server may be busy and `fetchQuery` does not retry by default.
      const payout = await client.fetchQuery({
        queryKey: [workspace.id, 'payoutOfTest', clickId],
        queryFn: async () => {
          const { visit } = await api.getEventTimeline(clickId ?? '');
          const offerId = visit?.offerId ?? null;
          const offer = offerId === null ? undefined : await api.getOffer(offerId);
          return testPayout(offer);
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
    refetchInterval: ({ state }) => (isHandled(state.data) ? false : pollMs),
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
    transactionId: sending.isSuccess ? transactionId : undefined,
    entry: entry ?? undefined,
  };
}

/** Calls another origin without CORS. The browser reveals only whether that origin responded. */
async function call(address: string): Promise<void> {
  try {
    await fetch(address, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  } catch (cause) {
    throw new NotCalled('failed to call the postback URL', { cause });
  }
}

/** Returns true if the awaited test has not been recorded in time. */
function useIsLate(awaited: string | undefined): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (awaited === undefined) return undefined;
    const timer = setTimeout(() => setIsLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [awaited]);
  return isLate;
}
