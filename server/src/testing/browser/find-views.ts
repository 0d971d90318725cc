import type { BrowserContext } from 'playwright-core';
import type { Screen } from './find-screens.ts';

type Listed = { id?: string; visitId?: string };

/** Lists the tabs and display options of screens that have their own URL, for the first record of each type. */
export async function findViews(
  context: BrowserContext,
  origin: string,
  workspaceId: string,
): Promise<Screen[]> {
  const read = async (list: string): Promise<Listed> => {
    const response = await context.request.get(
      `${origin}/panel/api/workspaces/${workspaceId}/${list}limit=1`,
    );
    return ((await response.json()) as { data?: { items?: Listed[] } }).data?.items?.[0] ?? {};
  };
  const first = async (list: string) => (await read(`${list}?`)).id ?? '';
  const [from, to] = [1, 0].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const campaign = `/campaigns/${(await read('campaigns?q=Joint cream&')).id ?? ''}`;
  const rotator = `/rotators/${await first('rotators')}`;
  const offer = `/offers/${await first('offers')}`;
  const source = `/traffic-sources/${await first('traffic-sources')}`;
  // The page of a visit with a conversion has the most content.
  const { visitId = '' } = await read(`events/brief?from=${from}&to=${to}&type=event&`);
  const columns = '/reports?range=last-7-days';
  return [
    { name: 'visit', path: `/visits/${visitId}` },
    { name: 'campaign-settings', path: `${campaign}?tab=settings` },
    { name: 'campaign-goals', path: `${campaign}?tab=goals` },
    { name: 'campaign-versions', path: `${campaign}?tab=versions` },
    { name: 'rotator-rules', path: `${rotator}?tab=rules` },
    { name: 'rotator-settings', path: `${rotator}?tab=settings` },
    { name: 'offer-settings', path: `${offer}?tab=settings` },
    { name: 'offer-versions', path: `${offer}?tab=versions` },
    { name: 'traffic-source-settings', path: `${source}?tab=settings` },
    { name: 'report-compared', path: `${columns}&chart=visits&shade=heat&compare=true` },
    { name: 'report-hours', path: `${columns}&by=campaign,country&heat=profit` },
    { name: 'events-live', path: '/events?live=true' },
    { name: 'settings-subscription', path: '/settings?tab=subscription' },
    { name: 'settings-versions', path: '/settings?tab=versions' },
  ];
}
