import type { Page } from 'playwright-core';

/** Maximum time to wait for requests. Live screens send requests continuously, so they never become idle. */
const idleMs = 4_000;
const placeholderMs = 30_000;

const failureTitles = new Set(['This page failed to load', 'Page not found']);

/** Waits until the screen shows its data instead of placeholders. */
export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: idleMs }).catch(() => undefined);
  const placeholder = page.locator('.mantine-Skeleton-root').first();
  await placeholder.waitFor({ state: 'detached', timeout: placeholderMs });
}

export async function findFailure(page: Page): Promise<string | undefined> {
  const title = await page.getByRole('heading', { level: 1 }).first().innerText();
  return failureTitles.has(title) ? `the screen shows '${title}'` : undefined;
}
