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
};

/**
 * Replaces the pictures for the guide and the README, which are WebP files. Returns a message for each picture that
 * failed.
 */
export async function takeGuidePictures(given: GuideSession): Promise<string[]> {
  const { browser, origin, folder, person } = given;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
  await signInBrowser(context, origin, person);
  const problems: string[] = [];
  for (const shot of await listShots(context, given)) {
    const problem = await takeOne(context, origin, { shot, folder });
    if (problem !== undefined) problems.push(`${shot.name}: ${problem}`);
  }
  await context.close();
  return problems;
}

/** Lists the pictures to take. Pages for a single record show the first record in the list of that type. */
async function listShots(context: BrowserContext, { origin, workspaceId }: GuideSession): Promise<Shot[]> {
  type First = { id?: string; visitId?: string };
  const read = async (list: string): Promise<First> => {
    const answer = await context.request.get(`${origin}/panel/api/workspaces/${workspaceId}/${list}limit=1`);
    return ((await answer.json()) as { data?: { items?: First[] } }).data?.items?.[0] ?? {};
  };
  const first = async (list: string) => (await read(`${list}?`)).id ?? '';
  const days = [7, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  // The picture shows a visit with a conversion, because its page has the most content.
  const { visitId } = await read(`events/brief?from=${days[0]}&to=${days[1]}&type=event&`);
  const [campaign, rotator, source] = [
    await first('campaigns'),
    await first('rotators'),
    await first('traffic-sources'),
  ];
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
    { name: 'visit-wide', path: `/visits/${visitId}`, height: 900 },
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
