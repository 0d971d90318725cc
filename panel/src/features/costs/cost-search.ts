const statuses = ['pending', 'spread', 'withdrawing', 'withdrawn', 'failed'] as const;

export type CostSearch = { campaignId?: string; status?: (typeof statuses)[number]; open?: string };

export function readCostSearch(search: Record<string, unknown>): CostSearch {
  const { campaignId, open } = search;
  const status = statuses.find((one) => one === search['status']);
  return {
    ...(typeof campaignId === 'string' && campaignId !== '' ? { campaignId } : {}),
    ...(status === undefined ? {} : { status }),
    ...(typeof open === 'string' && open !== '' ? { open } : {}),
  };
}
