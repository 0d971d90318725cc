import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import {
  ownPassword,
  signInBrowser,
  replaceFirstPassword,
  type Credentials,
} from '../../server/src/testing/browser/panel-access.ts';
import { runCommand, type Product } from '../../server/src/testing/product/product.ts';
import { findScreens, type Screen } from '../../server/src/testing/browser/find-screens.ts';
import { findViews } from '../../server/src/testing/browser/find-views.ts';
import { findFailure, rest } from './rest.ts';
import { takeGuidePictures } from './take-guide-pictures.ts';

const themes = ['light', 'dark'] as const;
const widths = [360, 1440] as const;
const heightPx = 900;
const headingMs = 20_000;

type PictureSession = { browser: Browser; product: Product; first: Credentials; folder: string };
type Outcome = { taken: number; problems: string[] };

/**
 * Takes screenshots of all screens in both themes and at both widths. Returns the number of screenshots and the
 * problems.
 */
export async function takePictures({ browser, product, first, folder }: PictureSession): Promise<Outcome> {
  const origin = product.urls.panel;
  const outcome: Outcome = { taken: 0, problems: [] };
  const takeAll = (addresses: Screen[], person?: Credentials) =>
    takeInAllLooks({ browser, origin, folder, addresses, person }, outcome);

  progress('screens before sign-in');
  await takeAll([
    { name: 'sign-in', path: '/' },
    { name: 'forgotten', path: '/forgotten' },
    { name: 'reset', path: `/reset#token=${'x'.repeat(43)}` },
  ]);
  await takeAll([{ name: 'first-password', path: '/' }], first);
  const api = await replaceFirstPassword(origin, first);
  const person = { ...first, password: ownPassword };
  const { link } = await api.sendInvitation({ email: 'colleague@waypost.local', role: 'member' });
  if (link === null) outcome.problems.push('invite: the invitation was sent by email');
  else await takeAll([{ name: 'invite', path: new URL(link).pathname + new URL(link).hash }]);
  await takeAll([{ name: 'empty-start', path: '/' }], person);

  progress('creating demo data');
  const [workspace] = (await api.getMe()).workspaces;
  const demo = runCommand(product, ['demo', '--workspace', workspace?.id ?? '']);
  if (demo.code !== 0) outcome.problems.push(`the demo failed: ${demo.stderr.trim()}`);

  const context = await browser.newContext();
  await signInBrowser(context, origin, person);
  const { addresses, missing } = await findScreens(context, origin, workspace?.id ?? '');
  addresses.push(...(await findViews(context, origin, workspace?.id ?? '')));
  await context.close();
  // There is no list of visits. The views include the page of one.
  outcome.problems.push(...missing.filter((path) => !path.startsWith('/visits/')));
  progress(`${addresses.length} screens`);
  await takeAll(addresses, person);
  return outcome;
}

export async function takePicturesOfGuide({
  browser,
  product,
  first,
  folder,
}: PictureSession): Promise<Outcome> {
  const origin = product.urls.panel;
  const api = await replaceFirstPassword(origin, first);
  const [workspace] = (await api.getMe()).workspaces;
  const workspaceId = workspace?.id ?? '';
  const demo = runCommand(product, ['demo', '--workspace', workspaceId]);
  const problems = demo.code === 0 ? [] : [`the demo failed: ${demo.stderr.trim()}`];
  const person = { ...first, password: ownPassword };
  const panelFolder = join(import.meta.dirname, '..', '..', 'panel', 'pictures');
  problems.push(...(await takeGuidePictures({ browser, origin, workspaceId, person, folder, panelFolder })));
  const taken = [folder, panelFolder].reduce((sum, one) => sum + readdirSync(one).length, 0);
  return { taken, problems };
}

type Look = {
  browser: Browser;
  origin: string;
  folder: string;
  addresses: Screen[];
  person: Credentials | undefined;
};

async function takeInAllLooks(look: Look, outcome: Outcome): Promise<void> {
  for (const colorScheme of themes) {
    const context = await look.browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    if (look.person !== undefined) await signInBrowser(context, look.origin, look.person);
    const shots = look.addresses.flatMap((address) => widths.map((width) => ({ ...address, width })));
    for (const { name, path, width } of shots) {
      const file = `${name}-${colorScheme}-${width}.png`;
      const problem = await takeOne(context, look.origin + path, { width, file: join(look.folder, file) });
      if (problem === undefined) outcome.taken += 1;
      else outcome.problems.push(`${file}: ${problem}`);
    }
    await context.close();
  }
}

/** Takes one screenshot. Returns the reason if the screenshot failed. */
async function takeOne(
  context: BrowserContext,
  address: string,
  { width, file }: { width: number; file: string },
): Promise<string | undefined> {
  const page = await context.newPage();
  try {
    await page.setViewportSize({ width, height: heightPx });
    await page.goto(address);
    const title = page.getByRole('heading', { level: 1 }).first();
    await title.waitFor({ timeout: headingMs });
    await rest(page);
    await page.screenshot({ path: file, fullPage: true });
    return await findFailure(page);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  } finally {
    await page.close();
  }
}

function progress(text: string): void {
  process.stderr.write(`${text} …\n`);
}
