export type OverviewSearch = { range?: string; chart?: string; step?: 'hour' | 'day' };

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { range, chart, step } = search;
  return {
    ...(typeof range === 'string' && range !== '' ? { range } : {}),
    ...(typeof chart === 'string' && chart !== '' ? { chart } : {}),
    ...(step === 'hour' || step === 'day' ? { step } : {}),
  };
}
