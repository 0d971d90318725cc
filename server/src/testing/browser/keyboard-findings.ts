import type { Page } from 'playwright-core';
import { rounds } from '../rounds.ts';

/**
 * In the page, as a text, since Node knows no pages. Leaves the focus at the first control, and what gets it from then on in
 * `walked`.
 */
const lookAtControls = `(() => {
  // What changes slowly would be looked at before it has begun. A style element is refused by the policy of the page.
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important; }');
  document.adoptedStyleSheets.push(still);
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const controls = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]'),
  ].filter(
    (element) =>
      isSeen(element) &&
      !element.matches(':disabled, [inert] *, [aria-hidden="true"], [aria-hidden="true"] *'),
  );
  // One of these has the focus for all of its group, or the row or field that they stand in does what they do.
  const inGroup =
    '[role="tab"], [type="radio"], tr[tabindex] *, tbody tr *, .mantine-Input-section *, .mantine-Pill-root *';
  const stops = controls.filter(
    (element) => element.tabIndex >= 0 && !element.matches('[type="radio"]:not(:checked)'),
  );
  const describe = (element) => element.outerHTML.slice(0, 160);
  const unreached = controls.filter((element) => element.tabIndex < 0 && !element.matches(inGroup));
  const around = (element) => [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    element.nextElementSibling,
    element.firstElementChild,
  ];
  const lookOf = (element) =>
    around(element)
      .map((one) => {
        if (one === null || one === undefined) return '';
        const { outline, boxShadow, borderColor, backgroundColor, opacity } = getComputedStyle(one);
        return [outline, boxShadow, borderColor, backgroundColor, opacity].join();
      })
      .join();
  const unseen = stops.filter((element) => {
    if (element.matches('[type="file"]')) return false;
    const active = document.activeElement;
    const other = active === element ? stops.find((one) => one !== element) : active;
    other?.focus();
    const before = lookOf(element);
    element.focus({ preventScroll: true });
    return document.activeElement !== element || lookOf(element) === before;
  });
  const walked = new Set();
  stops[0]?.focus();
  document.addEventListener('focusin', ({ target }) => walked.add(target));
  Object.assign(globalThis, { walked });
  document.adoptedStyleSheets.pop();
  return {
    findings: [
      ...unreached.map((element) => 'no key leads to ' + describe(element)),
      ...unseen.map((element) => 'the focus is not seen at ' + describe(element)),
    ],
    stops: stops.length,
  };
})()`;

/**
 * What whoever has only the keyboard does not reach, or does not see that they have reached. Every control gets the focus
 * once; then the key that goes on is pressed, in a short run so often that a trap at the beginning of a page shows.
 */
export async function keyboardFindings(page: Page): Promise<string[]> {
  // The focus is shown from the first key on, and not to who came with the mouse.
  await page.keyboard.press('Tab');
  const { findings, stops } = await page.evaluate<{ findings: string[]; stops: number }>(lookAtControls);
  const presses = Math.min(Math.floor(stops / 2), rounds(15, 400));
  for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab');
  const reached = await page.evaluate<number>('walked.size');
  const isStuck = reached < presses;
  return isStuck ? [...findings, `${presses} keys lead to ${reached} places`] : findings;
}
