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
  const timeline = useTimeline(clickId, isPostbackExpected(conversion.entry));
  const isWaiting =
    (sent !== undefined && (timeline?.visit ?? null) === null) ||
    (conversion.isConversionSent && !isHandled(conversion.entry));
  return {
    testLink: writeTestLink(links, source, next),
    sendVisit: () => {
      setSent(next);
      // The ID changes after this handler, because the browser follows the current link only when the handler has
      // returned.
      setTimeout(() => setNext(newTestId()));
      conversion.reset();
    },
    isVisitSent: sent !== undefined,
    isLate: useIsLate(isWaiting),
    timeline,
    ...conversion,
  };
}

const dayMs = 86_400_000;

/** Returns the click ID of the test visit once it is recorded. The range is wide because browser clocks may be off by hours. */
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
    refetchInterval: ({ state }) => (typeof state.data === 'string' ? false : pollMs),
  });
  return data ?? undefined;
}

function newTestId(): string {
  return `${testTag}-${randomText()}`;
}

function isPostbackExpected(entry: InboxEntry | undefined): boolean {
  return entry !== undefined && entry.changes.some(({ postbackId }) => postbackId !== null);
}

export function isHandled(entry: InboxEntry | null | undefined): boolean {
  return (entry?.handledAt ?? null) !== null;
}

function useTimeline(clickId: string | undefined, isPostbackAwaited: boolean): EventTimeline | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getEventTimeline', clickId],
    queryFn: ({ signal }) => api.getEventTimeline(clickId ?? '', { signal }),
    enabled: clickId !== undefined,
    refetchInterval: ({ state }) => {
      const isSent = state.data?.postbacks.some(({ attempts }) => attempts.length > 0) ?? false;
      return isPostbackAwaited && !isSent ? pollMs : false;
    },
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
      // This query is retried like other queries, because the server may be busy.
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
    entry: entry ?? undefined,
  };
}

/** Calls another origin without CORS. The browser only reveals whether that origin responded. */
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

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
