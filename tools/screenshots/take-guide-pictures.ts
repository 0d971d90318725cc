import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInBrowser, type Credentials } from '../../server/src/testing/browser/panel-access.ts';
import { findFailure, rest } from './rest.ts';

type Shot = {
  name: string;
  path: string;
  width?: number;
  height?: number;
  isDark?: true;
  /** Runs before the screenshot is taken. */
  before?: (page: Page) => Promise<void>;
};

const wide = 1100;
const narrow = 380;
// WebP quality. A lower quality blurs text.
const quality = 0.82;

type GuideSession = {
  browser: Browser;
  origin: string;
  workspaceId: string;
  person: Credentials;
  folder: string;
  panelFolder: string;
};

/**
 * Replaces the pictures for the guide, the README and the README of the panel, which are WebP files. Returns a message
 * for each picture that failed.
 */
export async function takeGuidePictures(given: GuideSession): Promise<string[]> {
  const { browser, origin, folder, panelFolder, person } = given;
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
  await signInBrowser(context, origin, person);
  const ids = await findIds(context, given);
  const problems = [
    ...(await takeAll(context, origin, { folder, shots: listGuideShots(ids) })),
    ...(await takeAll(context, origin, { folder: panelFolder, shots: listPanelShots(ids) })),
  ];
  await context.close();
  return problems;
}

async function takeAll(
  context: BrowserContext,
  origin: string,
  { folder, shots }: { folder: string; shots: Shot[] },
): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  for (const shot of shots) {
    const problem = await takeOne(context, origin, { shot, folder });
    if (problem !== undefined) problems.push(`${shot.name}: ${problem}`);
  }
  return problems;
}

type Ids = { campaign: string; rotator: string; source: string; visit: string };

/** Returns the IDs of the records to show: the first record in the list of each type. */
async function findIds(context: BrowserContext, { origin, workspaceId }: GuideSession): Promise<Ids> {
  type First = { id?: string; visitId?: string };
  const read = async (list: string): Promise<First> => {
    const answer = await context.request.get(`${origin}/panel/api/workspaces/${workspaceId}/${list}limit=1`);
    return ((await answer.json()) as { data?: { items?: First[] } }).data?.items?.[0] ?? {};
  };
  const first = async (list: string) => (await read(`${list}?`)).id ?? '';
  const days = [7, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  // The picture shows a visit with a conversion, because its page has the most content.
  const { visitId = '' } = await read(`events/brief?from=${days[0]}&to=${days[1]}&type=event&`);
  return {
    campaign: await first('campaigns'),
    rotator: await first('rotators'),
    source: await first('traffic-sources'),
    visit: visitId,
  };
}

function listPanelShots({ campaign, source }: Ids): Shot[] {
  return [
    { name: 'list', path: '/campaigns?range=last-7-days', height: 480 },
    { name: 'dark', path: '/?range=last-7-days', isDark: true },
    { name: 'phone', path: `/campaigns/${campaign}`, width: narrow, height: 760, isDark: true },
    { name: 'form-phone', path: `/traffic-sources/${source}?tab=settings`, width: narrow, height: 760 },
  ];
}

function listGuideShots({ campaign, rotator, source, visit }: Ids): Shot[] {
  return [
    { name: 'overview-wide', path: '/?range=last-7-days' },
    { name: 'campaign-wide', path: `/campaigns/${campaign}` },
    { name: 'source-wide', path: `/traffic-sources/${source}?tab=settings` },
    { name: 'rotator-wide', path: `/rotators/${rotator}?tab=rules` },
    { name: 'rotator-narrow', path: `/rotators/${rotator}?tab=rules`, width: narrow, height: 760 },
    {
      name: 'dry-run-wide',
      path: `/rotators/${rotator}?tab=rules`,
      before: async (page) => {
        // The dry run shows the effect of disabling the first rule.
        await page.getByRole('switch', { name: 'Rule 1 enabled' }).click({ force: true });
        await page.getByRole('button', { name: 'Dry run' }).first().click();
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.getByRole('heading', { name: /would take a different path/ }).waitFor();
      },
    },
    { name: 'report-wide', path: '/reports?range=last-7-days&shade=heat', width: 1240 },
    { name: 'report-narrow', path: '/reports?range=last-7-days', width: narrow, height: 760 },
    { name: 'goals-wide', path: `/campaigns/${campaign}?tab=goals` },
    { name: 'visit-wide', path: `/visits/${visit}`, height: 900 },
    { name: 'inbox-wide', path: '/inbox' },
    { name: 'postbacks-wide', path: '/postbacks' },
    { name: 'alerts-wide', path: '/alerts' },
    { name: 'uploads-wide', path: '/uploads' },
    { name: 'people-wide', path: '/people' },
  ];
}

async function takeOne(
  context: BrowserContext,
  origin: string,
  { shot, folder }: { shot: Shot; folder: string },
): Promise<string | undefined> {
  const page = await context.newPage();
  try {
    await page.emulateMedia({ colorScheme: shot.isDark === true ? 'dark' : 'light' });
    await page.setViewportSize({ width: shot.width ?? wide, height: shot.height ?? 700 });
    await page.goto(origin + shot.path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await rest(page);
    await shot.before?.(page);
    await rest(page);
    const png = await page.screenshot();
    writeFileSync(join(folder, `${shot.name}.webp`), await shrink(context, png));
    return await findFailure(page);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  } finally {
    await page.close();
  }
}

/** Converts the PNG to WebP in the browser, which avoids a dependency. */
async function shrink(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  // The code is a string, because the server's types do not include the DOM.
  const text = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality});
  })()`);
  await page.close();
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}
