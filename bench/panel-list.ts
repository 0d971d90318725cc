import type { Page } from 'playwright-core';

// What runs in the page is text: these files are compiled for Node, which knows no documents.
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
      if (performance.now() - beganAt > 10_000) throw new Error('the rows stay as they are');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - beganAt;
  };
`;

/** Has the page itself note when things are seen: asking from outside would add its own time. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript({ content: watching });
}

/** Milliseconds from the end of the list's first answer to rows on the screen. */
export async function openList(page: Page, address: string): Promise<number> {
  await openReport(page, address);
  return await page.evaluate<number>(
    `watched.rowsAt - Math.min(...performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/campaigns?')).map(({ responseEnd }) => responseEnd))`,
  );
}

/** Milliseconds from the address to rows on the screen: the page, the question, the answer and the picture. */
export async function openReport(page: Page, address: string): Promise<number> {
  await page.goto(address);
  // A text here would be refused by the policy of the page.
  await page.waitForFunction(
    () => (globalThis as unknown as { watched: { rowsAt?: number } }).watched.rowsAt !== undefined,
  );
  return await page.evaluate<number>('watched.rowsAt');
}

/** Milliseconds from each key to the picture that follows it. */
export async function typeTimes(page: Page): Promise<number[]> {
  const field = page.getByPlaceholder(/search/i).first();
  await field.focus();
  await page.keyboard.type('bench 19', { delay: 60 });
  const times = await page.evaluate<number[]>('watched.keys');
  await field.fill('');
  return times;
}

/** Milliseconds from a click on the heading of the names to rows in another order. */
export async function sortTimes(page: Page): Promise<number[]> {
  await page.evaluate('sortOnce()');
  return [await page.evaluate<number>('sortOnce()'), await page.evaluate<number>('sortOnce()')];
}
