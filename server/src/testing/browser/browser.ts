import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { launchBrowserHere } from './launch-browser.ts';

/**
 * Launches one real browser for all tests in a file. Tests are skipped if no browser starts, but fail if the browser
 * named in WAYPOST_BROWSER does not start.
 */
export function useBrowser(): (test: TestContext) => Browser {
  let launched: Browser | string | Error = 'the browser is not started yet';
  beforeAll(async () => {
    // The error is rethrown in each test, because Vitest counts the tests as skipped if the hook throws.
    launched = await launchBrowserHere().catch((error: Error) => error);
  });
  afterAll(async () => {
    if (typeof launched === 'object' && 'close' in launched) await launched.close();
  });
  return (test) => {
    if (launched instanceof Error) throw launched;
    return typeof launched === 'string' ? test.skip(launched) : launched;
  };
}
