import type { Page } from 'playwright-core';

/** Live screens never become idle, so the wait ends after this time. */
const restMs = 4_000;

export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => undefined);
}
