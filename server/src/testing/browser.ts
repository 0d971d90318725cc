import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

// As root there is no sandbox to be had; and only pages of the tests are opened.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];

/**
 * A real browser that came with the lock file, or undefined where this machine cannot run it: it brings itself for Linux
 * only, and needs a few libraries of the system.
 */
export async function launchBrowser(): Promise<Browser | undefined> {
  try {
    const executablePath = await sparticuz.executablePath();
    return await chromium.launch({ executablePath, args, headless: true });
  } catch {
    return undefined;
  }
}
