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

export async function restoreVersion(page: Page, version: number): Promise<void> {
  const article = page.getByRole('article', { name: `Version ${version}`, exact: true });
  await article.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: `Restore version ${version}?` });
  await dialog.getByRole('table', { name: 'Changes' }).waitFor();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText(`Restored version ${version} as version`).waitFor();
}

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('60 presses of Tab do not reach the target');
}

export async function horizontalOverflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// JavaScript source, because the code runs in the page. It does not wait for animations that never end, such as
// loaders.
const waitForAnimations = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isMoving = (animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity;
  do {
    await nextFrame();
    await nextFrame();
  } while (document.getAnimations().some(isMoving));
})()`;

/**
 * Returns axe violations of every level, including best practices. Waits for animations to end, because colors that are
 * still changing fail the contrast check.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  await page.evaluate(waitForAnimations);
  return await page.evaluate(async () => {
    type Violation = { id: string; nodes: { html: string }[] };
    type Run = (options: object) => Promise<{ violations: Violation[] }>;
    const { run } = (globalThis as unknown as { axe: { run: Run } }).axe;
    // By default, axe also describes every element that passed.
    const rules = { 'target-size': { enabled: true } };
    const { violations } = await run({ resultTypes: ['violations'], selectors: false, rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

type DisplayMode = readonly ['light' | 'dark', number];

// Colors depend on the theme, and the layout depends on the width. These two combinations cover both themes and both
// widths.
const phone: DisplayMode = ['light', 360];
const desktop: DisplayMode = ['dark', 1280];

/**
 * Returns the combinations of theme and width in which screens are tested. A short run uses only the combination that
 * the test file chooses; a full run uses all four.
 */
export function displayModes(short: 'phone' | 'desktop'): readonly DisplayMode[] {
  const all: readonly DisplayMode[] = [phone, desktop, ['light', 1280], ['dark', 360]];
  return rounds(0, 1) === 1 ? all : [short === 'phone' ? phone : desktop];
}
