import type { Page } from 'playwright-core';

// The code that runs in the page is a string, because this file is compiled without DOM types.
const watching = `
  globalThis.watched = { rowsAt: undefined, keys: [] };
  const rows = () => document.querySelector('[role="grid"] tbody')?.textContent ?? '';
  new MutationObserver(() => {
    if (watched.rowsAt === undefined && rows().includes('Bench '))
      requestAnimationFrame(() => { watched.rowsAt ??= performance.now(); });
  }).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(
    () => setTimeout(() => watched.keys.push(performance.now() - timeStamp))), true);
  globalThis.sortOnce = async () => {
    const heading = [...document.querySelectorAll('[role="grid"] th')]
      .find(({ textContent }) => /^(Name|Campaign)/.test(textContent));
    const before = rows().slice(0, 200);
    const beganAt = performance.now();
    (heading.querySelector('button') ?? heading).click();
    while (rows().slice(0, 200) === before) {
      if (performance.now() - beganAt > 10_000) throw new Error('the rows were not sorted');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - beganAt;
  };
`;

/** Makes the page record when elements become visible, because polling from outside the page would add a delay. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript({ content: watching });
}

/** Returns the milliseconds from the end of the first list response to visible rows. */
export async function openList(page: Page, address: string): Promise<number> {
  await openReport(page, address);
  return await page.evaluate<number>(
    `watched.rowsAt - Math.min(...performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/campaigns?')).map(({ responseEnd }) => responseEnd))`,
  );
}

/** Returns the milliseconds from navigation to visible rows. */
export async function openReport(page: Page, address: string): Promise<number> {
  await page.goto(address);
  // The condition is a function, because the page's Content-Security-Policy does not allow code in strings.
  await page.waitForFunction(
    () => (globalThis as unknown as { watched: { rowsAt?: number } }).watched.rowsAt !== undefined,
  );
  return await page.evaluate<number>('watched.rowsAt');
}

/** Returns the milliseconds from each key press to the next frame. */
export async function typeTimes(page: Page): Promise<number[]> {
  const field = page.getByPlaceholder(/search/i).first();
  await field.focus();
  await page.keyboard.type('bench 19', { delay: 60 });
  const times = await page.evaluate<number[]>('watched.keys');
  await field.fill('');
  return times;
}

/** Returns the milliseconds from each click on the name column to the sorted rows. */
export async function sortTimes(page: Page): Promise<number[]> {
  await page.evaluate('sortOnce()');
  return [await page.evaluate<number>('sortOnce()'), await page.evaluate<number>('sortOnce()')];
}
