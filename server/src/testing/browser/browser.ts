import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { launchBrowserHere } from './launch-browser.ts';

/**
 * One real browser for all tests of a file. A test that asks for it is named as not run where none starts, and fails
 * where WAYPOST_BROWSER names one that does not.
 */
export function useBrowser(): (given: TestContext) => Browser {
  let launched: Browser | string | Error = 'the browser was asked for before it was started';
  beforeAll(async () => {
    // A hook that throws would count its tests as not run, so each of them throws it itself.
    launched = await launchBrowserHere().catch((error: Error) => error);
  });
  afterAll(async () => {
    if (typeof launched === 'object' && 'close' in launched) await launched.close();
  });
  return (given) => {
    if (launched instanceof Error) throw launched;
    return typeof launched === 'string' ? given.skip(launched) : launched;
  };
}
