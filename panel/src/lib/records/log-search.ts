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
    // The router parses a value that consists of digits as a number.
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') read[name] = String(value);
  }
  const state = states.find((one) => one === search['state']);
  if (state !== undefined) read.state = state;
  return read;
}
