import type { Page } from 'playwright-core';

/** Live screens never become idle, so waiting for them ends after this time. */
const restMs = 4_000;

export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => undefined);
}
