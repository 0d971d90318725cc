import type { BrowserContext } from 'playwright-core';

export type Screen = { name: string; path: string };

/** A route from the panel's own router, so that new screens are included automatically. */
type KnownRoute = { id: string; fullPath: string };

/**
 * Lists the screens that require sign-in. A path with a record ID gets the ID of the first record in the matching list.
 */
export async function findScreens(
  context: BrowserContext,
  origin: string,
  workspaceId: string,
): Promise<{ addresses: Screen[]; missing: string[] }> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const routes = await page.evaluate(() => {
    const { routesByPath } = (globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } })
      .__TSR_ROUTER__;
    return Object.values(routesByPath as Record<string, KnownRoute>).map(({ id, fullPath }) => ({
      id,
      fullPath,
    }));
  });
  await page.close();
  const paths = routes.filter(({ id }) => id.includes('/shell')).map(({ fullPath }) => fullPath);
  if (paths.length === 0) throw new Error('the router of the panel lists no screens');

  const found = { addresses: [] as Screen[], missing: [] as string[] };
  for (const path of new Set(paths.map((each) => (each === '/' ? each : each.replace(/\/\$?$/, ''))))) {
    const filled = await fill(path, async (list) => {
      const response = await context.request.get(
        `${origin}/panel/api/workspaces/${workspaceId}/${list}?limit=1`,
      );
      const body = (await response.json()) as { data?: { items?: { id: string }[] } };
      return body.data?.items?.[0]?.id;
    });
    if (filled === undefined) found.missing.push(`${path}: no record in the demo`);
    else found.addresses.push({ name: screenName(path), path: filled });
  }
  return found;
}

async function fill(
  path: string,
  findId: (list: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const [, list, parameter] = /^\/([\w-]+)\/(\$\w+)/.exec(path) ?? [];
  if (list === undefined || parameter === undefined) return path;
  const id = await findId(list);
  return id === undefined ? undefined : path.replace(parameter, () => id);
}

function screenName(path: string): string {
  const name = path.replaceAll(/\$\w+/g, 'one').replaceAll('/', '-').replace(/^-/, '');
  return name === '' ? 'start' : name;
}
