import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import type { CampaignLinks, TrafficSource } from '../../lib/api/api.ts';

/**
 * Returns the campaign link with a test click ID and the test tag, without the source's other macros. If the
 * source has no click ID parameter, a second tag identifies the test.
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

/** Returns the URL that a network would call. The payout is omitted if the offer has a fixed payout. */
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
