import { testTag } from '@waypost/contract/test-traffic.ts';
import type { CampaignLinks, TrafficSource } from '../../lib/api.ts';

/**
 * The link as a click would open it: with a click id of the source, and the tag in place of its other macros. Where the
 * source has no click id, the test is known by a second tag.
 */
export function writeTestLink(
  { visit }: Pick<CampaignLinks, 'visit'>,
  { clickIdParam }: Pick<TrafficSource, 'clickIdParam'>,
  testId: string,
): string {
  const link = new URL(visit.split('?', 1)[0] ?? visit);
  if (clickIdParam !== null) link.searchParams.set(clickIdParam, testId);
  link.searchParams.set('tag', clickIdParam === null ? `${testTag},${testId}` : testTag);
  return link.href;
}

/** What the network would call. Without an amount where the offer has one of its own, which counts then. */
export function writeTestConversion(
  { event }: Pick<CampaignLinks, 'event'>,
  conversion: { clickId: string; transactionId: string; payout?: string | undefined },
): string {
  const address = new URL(event);
  address.searchParams.set('cid', conversion.clickId);
  address.searchParams.set('txid', conversion.transactionId);
  if (conversion.payout !== undefined) address.searchParams.set('payout', conversion.payout);
  return address.href;
}
