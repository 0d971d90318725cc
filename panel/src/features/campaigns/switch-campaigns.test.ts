import { describe, expect, it } from 'vitest';
import type { CampaignStatus } from '../../lib/api/api.ts';
import { campaignsToSwitch, formatSwitched, switchCampaigns, undoVerb } from './switch-campaigns.ts';

type SentBody = { records: { id: string; version: number }[] };

/** Records the requests, and answers each request with the campaigns in it. */
function fakeApi() {
  const sent: [string, SentBody][] = [];
  const answer = (name: string, status: CampaignStatus) => (body: SentBody) => {
    sent.push([name, body]);
    const records = body.records.map(({ id, version }) => ({ id, name: id, status, version: version + 1 }));
    return Promise.resolve({ records });
  };
  return {
    sent,
    api: { pauseCampaigns: answer('pause', 'paused'), resumeCampaigns: answer('resume', 'active') },
  };
}

const campaigns = [
  { id: 'a', version: 1, status: 'active' as const },
  { id: 'b', version: 2, status: 'paused' as const },
  { id: 'c', version: 3, status: 'archived' as const },
  { id: 'd', version: 4, status: 'active' as const },
];

it.each([
  ['pause', ['a', 'd']],
  ['resume', ['b']],
] as const)('campaignsToSwitch returns only campaigns that the action %s changes', (verb, ids) => {
  expect(campaignsToSwitch(verb, campaigns).map(({ id }) => id)).toEqual(ids);
});

describe('switchCampaigns', () => {
  it.each(['pause', 'resume'] as const)('sends only IDs and versions in the request for %s', async (verb) => {
    const { api, sent } = fakeApi();
    await switchCampaigns(api, verb, campaigns.slice(0, 1));
    expect(sent).toEqual([[verb, { records: [{ id: 'a', version: 1 }] }]]);
  });

  it('sends several requests for more campaigns than one request may contain', async () => {
    const { api, sent } = fakeApi();
    const many = Array.from({ length: 501 }, (_, at) => ({ id: `c${at}`, version: 1 }));
    const switched = await switchCampaigns(api, 'pause', many);
    expect(sent.map(([, { records }]) => records.length)).toEqual([500, 1]);
    expect(switched).toHaveLength(501);
    expect(switched.every(({ version, status }) => version === 2 && status === 'paused')).toBe(true);
  });
});

it('undoVerb returns the opposite', () => {
  expect([undoVerb('pause'), undoVerb('resume')]).toEqual(['resume', 'pause']);
});

it.each([
  ['pause', ['Spring'], 'Spring paused.'],
  ['resume', ['Spring'], 'Spring resumed.'],
  ['pause', ['Spring', 'Summer'], '2 campaigns paused.'],
] as const)('formatSwitched: %s of %j is %j', (verb, names, text) => {
  expect(
    formatSwitched(
      verb,
      names.map((name) => ({ name })),
    ),
  ).toBe(text);
});
