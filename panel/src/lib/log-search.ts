/** What a log of requests or calls shows, as its address says it. */
export type LogSearch = {
  campaignId?: string;
  /** Of the inbox. */
  verdict?: string;
  /** Of the inbox: what came for one visit. */
  clickId?: string;
  /** Of which days; all where there is none. */
  range?: string;
  /** Of postbacks. */
  state?: 'waiting' | 'delivered' | 'failed';
  /** The one that is opened. */
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
