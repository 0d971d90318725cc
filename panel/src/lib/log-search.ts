export type LogSearch = {
  campaignId?: string;
  verdict?: string;
  clickId?: string;
  range?: string;
  state?: 'waiting' | 'delivered' | 'failed';
  open?: string;
};

const states = ['waiting', 'delivered', 'failed'] as const;

export function readLogSearch(search: Record<string, unknown>): LogSearch {
  const read: LogSearch = {};
  for (const name of ['campaignId', 'verdict', 'clickId', 'range', 'open'] as const) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  const state = states.find((one) => one === search['state']);
  if (state !== undefined) read.state = state;
  return read;
}
