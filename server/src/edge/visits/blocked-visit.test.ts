import { expect, it } from 'vitest';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer } from '../../testing/edge/edge-server.ts';

const fallbackUrl = 'https://fallback.example/';

it.each([
  [null, 404, ''],
  ['https://block.example/?c={campaignid}', 302, 'https://block.example/?c='],
])(
  'a path that blocks leads visits and their clicks to the block page %s',
  async (blockUrl, status, start) => {
    const base = makeCampaignDocument();
    const { id } = base.campaign;
    const document = {
      ...base,
      campaign: { ...base.campaign, fallbackUrl, blockUrl },
      paths: base.paths.map((path) => ({
        ...path,
        blocks: true,
        landings: buildPool<{ landingId: string }>([]),
        offers: buildPool<{ offerId: string }>([]),
      })),
    };
    const edge = await makeEdgeServer({ documents: [document] });
    const page = [status, start && `${start}${id}`];
    const visit = await edge.send(`/c/${id}`);
    expect([visit.status, visit.location]).toEqual(page);
    expect(edge.visits()).toMatchObject([
      { outcome: 'blocked', visits: '1', path_id: document.paths[0]?.id },
    ]);
    expect(edge.parts.counters.visits.blocked).toBe(1);
    const click = await edge.send('/go', { headers: { cookie: cookieOf(visit) } });
    expect([click.status, click.location]).toEqual(page);
    expect(edge.clicks()).toMatchObject([{ outcome: 'blocked' }]);
  },
);

it('a published document without the field for blocking leads visitors of an empty path to the fallback', async () => {
  const base = makeCampaignDocument();
  const paths = base.paths.map((path) => ({
    ...path,
    name: 'Block',
    landings: buildPool<{ landingId: string }>([]),
    offers: buildPool<{ offerId: string }>([]),
  }));
  const document = { ...base, campaign: { ...base.campaign, fallbackUrl }, paths };
  const edge = await makeEdgeServer({ documents: [document] });
  expect((await edge.send(`/c/${base.campaign.id}`)).location).toBe(fallbackUrl);
  expect(edge.visits()).toMatchObject([{ outcome: 'empty-path' }]);
});
