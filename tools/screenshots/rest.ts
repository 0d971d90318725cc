import type { Page } from 'playwright-core';

/** Screens that follow what happens never come to rest; after this they are taken as they are. */
const restMs = 4_000;

export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => undefined);
}
