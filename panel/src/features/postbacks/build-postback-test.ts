type PostbackTestInput = { campaignId: string; clickId: string; payout: string };

/** Returns the request for a test. Empty fields are left out, so that the server uses sample values. */
export function buildPostbackTest({ campaignId, clickId, payout }: PostbackTestInput, send: boolean) {
  return {
    campaignId,
    send,
    ...(clickId.trim() === '' ? {} : { clickId: clickId.trim() }),
    ...(payout.trim() === '' ? {} : { payout: payout.trim() }),
  };
}
