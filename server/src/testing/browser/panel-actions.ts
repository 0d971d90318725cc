import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { rounds } from '../rounds.ts';

export async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`input[name="${name}"]`).fill(value);
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Restores a version in the list of versions, which asks first. */
export async function restoreVersion(page: Page, version: number): Promise<void> {
  const article = page.getByRole('article', { name: `Version ${version}`, exact: true });
  await article.getByRole('button', { name: 'Restore' }).click();
  const question = page.getByRole('dialog', { name: `Restore version ${version}?` });
  await question.getByRole('table', { name: 'Changes' }).waitFor();
  await question.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText(`Restored version ${version} as version`).waitFor();
}

/** Waits until the page is there that has this title. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name }).waitFor();
}

/** Presses the key that goes on until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the key does not lead there');
}

/** How far the page reaches beyond the window; nothing may. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** In the page, as a text, since Node knows no pages. What turns for as long as something is waited for is no movement. */
const untilStill = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isMoving = (animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity;
  do {
    await nextFrame();
    await nextFrame();
  } while (document.getAnimations().some(isMoving));
})()`;

/** What axe finds that keeps people out, once nothing moves any more: colors on their way to others are nobody's to read. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  await page.evaluate(untilStill);
  return await page.evaluate(async () => {
    type Finding = { id: string; impact: string; nodes: { html: string }[] };
    type Run = (options: object) => Promise<{ violations: Finding[] }>;
    const { run } = (globalThis as unknown as { axe: { run: Run } }).axe;
    // For what passed it would describe every element of the page.
    const { violations } = await run({ resultTypes: ['violations'], selectors: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

type Look = readonly ['light' | 'dark', number];

/** Colors depend on the theme and room on the width: these two show all of both. */
const telephone: Look = ['light', 360];
const desk: Look = ['dark', 1280];

/**
 * How screens are looked at: both themes, on a telephone and on a desk. A short run shows the screens of a file in one of
 * these, those of the next file in another, and a full one each in all four.
 */
export function looks(short: 'telephone' | 'desk'): readonly Look[] {
  const all: readonly Look[] = [telephone, desk, ['light', 1280], ['dark', 360]];
  return rounds(0, 1) === 1 ? all : [short === 'telephone' ? telephone : desk];
}
