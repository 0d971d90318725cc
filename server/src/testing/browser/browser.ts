import type { Browser } from 'playwright-core';
import { beforeAll, type TestContext } from 'vitest';
import { launchBrowserHere } from './launch-browser.ts';

// Test files in a process share modules, and therefore the browser, which exits together with the process.
let shared: Promise<Browser | string> | undefined;

/**
 * Launches one real browser for all tests in a process. Tests are skipped if no browser starts, but fail if the browser
 * named in WAYPOST_BROWSER does not start.
 */
export function useBrowser({ isUsed = true } = {}): (test: TestContext) => Browser {
  let launched: Browser | string | Error = 'the browser is not started yet';
  beforeAll(async () => {
    if (!isUsed) return;
    // The error is rethrown in each test, because Vitest counts the tests as skipped if the hook throws.
    launched = await shareBrowser().catch((error: Error) => error);
  });
  return (test) => {
    if (launched instanceof Error) throw launched;
    return typeof launched === 'string' ? test.skip(launched) : launched;
  };
}

async function shareBrowser(): Promise<Browser | string> {
  const running = await shared?.catch(() => undefined);
  // A browser that crashed must not fail the tests in other files.
  const isUsable = typeof running === 'object' && running.isConnected();
  const browser = isUsable ? Promise.resolve(running) : launchBrowserHere();
  shared = browser;
  return await browser;
}
