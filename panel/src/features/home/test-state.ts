import type { EventTimeline, InboxEntry, Offer } from '../../lib/api/api.ts';

/**
 * Finds the visit of a test by its click ID, or by its tag if the source has no click ID parameter. Returns null if the
 * visit is not recorded yet.
 */
export function findTestVisit(
  events: readonly { clickId: string | null; externalId: string | null; tags: readonly string[] }[],
  testId: string,
): string | null {
  return (
    events.find(({ externalId, tags }) => externalId === testId || tags.includes(testId))?.clickId ?? null
  );
}

/** Returns the payout to report. An offer with a fixed payout does not need a reported payout. */
export function testPayout(offer: Pick<Offer, 'payout'> | undefined): string | null {
  return offer?.payout.mode === 'fixed' ? null : '1';
}

export function isHandled(entry: Pick<InboxEntry, 'handledAt'> | null | undefined): boolean {
  return (entry?.handledAt ?? null) !== null;
}

type TestedEntry = { changes: readonly { postbackIds: readonly string[] }[] };
type TestedPostback<Attempt> = { postback: { id: string } | null; attempts: readonly Attempt[] };

/** Returns true until a postback has been attempted for each change to the conversion. */
export function isPostbackPending(
  entry: TestedEntry | undefined,
  postbacks: readonly TestedPostback<object>[] = [],
): boolean {
  const reported = entry?.changes.filter(({ postbackIds }) => postbackIds.length > 0) ?? [];
  return reported.some((change) => lastAttempt(change, postbacks) === undefined);
}

/** Returns the last attempt to send a postback about a change to the conversion. */
export function lastAttempt<Attempt>(
  { postbackIds }: { postbackIds: readonly string[] },
  postbacks: readonly TestedPostback<Attempt>[],
): Attempt | undefined {
  return postbacks
    .find(({ postback }) => postback !== null && postbackIds.includes(postback.id))
    ?.attempts.at(-1);
}

/**
 * Returns the ID of the test whose visit or conversion was sent but is not recorded yet. Each test has its own ID, so
 * that the time limit restarts with the next test.
 */
export function awaitedTest(tests: {
  /** ID of the visit that was sent. */
  sentId: string | undefined;
  timeline: Pick<EventTimeline, 'visit'> | undefined;
  /** Transaction ID of the conversion that was sent. */
  transactionId: string | undefined;
  entry: Pick<InboxEntry, 'handledAt'> | undefined;
}): string | undefined {
  if (tests.sentId !== undefined && (tests.timeline?.visit ?? null) === null) return tests.sentId;
  return isHandled(tests.entry) ? undefined : tests.transactionId;
}
