import type { Page } from 'playwright-core';
import { rounds } from '../rounds.ts';

// JavaScript source, because the code runs in the page. It moves the focus to the first control and then collects each
// focused element in `walked`.
const inspectControls = `(() => {
  // Transitions are turned off, because controls are inspected before a transition would end. They are not turned off
  // with a style element, which would violate the page's content security policy.
  const noTransitions = new CSSStyleSheet();
  noTransitions.replaceSync('* { transition: none !important; }');
  document.adoptedStyleSheets.push(noTransitions);
  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const controls = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]'),
  ].filter(
    (element) =>
      isVisible(element) &&
      !element.matches(':disabled, [inert] *, [aria-hidden="true"], [aria-hidden="true"] *'),
  );
  // Elements that need no separate focus: one element receives the focus for the whole group, or the row or field
  // around the element has the same function.
  const grouped =
    '[role="tab"], [type="radio"], tr[tabindex] *, tbody tr *, .mantine-Input-section *, .mantine-Pill-root *';
  const stops = controls.filter(
    (element) => element.tabIndex >= 0 && !element.matches('[type="radio"]:not(:checked)'),
  );
  const describe = (element) => element.outerHTML.slice(0, 160);
  const unreached = controls.filter((element) => element.tabIndex < 0 && !element.matches(grouped));
  const related = (element) => [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    element.nextElementSibling,
    element.firstElementChild,
  ];
  const styleOf = (element) =>
    related(element)
      .map((one) => {
        if (one === null || one === undefined) return '';
        const { outline, boxShadow, borderColor, backgroundColor, opacity } = getComputedStyle(one);
        return [outline, boxShadow, borderColor, backgroundColor, opacity].join();
      })
      .join();
  const withoutFocusRing = stops.filter((element) => {
    if (element.matches('[type="file"]')) return false;
    const active = document.activeElement;
    const other = active === element ? stops.find((one) => one !== element) : active;
    other?.focus();
    const before = styleOf(element);
    element.focus({ preventScroll: true });
    return document.activeElement !== element || styleOf(element) === before;
  });
  const walked = new Set();
  stops[0]?.focus();
  document.addEventListener('focusin', ({ target }) => walked.add(target));
  Object.assign(globalThis, { walked });
  document.adoptedStyleSheets.pop();
  return {
    findings: [
      ...unreached.map((element) => 'not reachable with the keyboard: ' + describe(element)),
      ...withoutFocusRing.map((element) => 'no visible focus: ' + describe(element)),
    ],
    stops: stops.length,
  };
})()`;

/**
 * Finds controls that keyboard users cannot reach, or whose focus is not visible. Focuses every control once, then
 * presses Tab repeatedly. Even the few presses in a short run detect a focus trap at the start of a page.
 */
export async function keyboardViolations(page: Page): Promise<string[]> {
  // Browsers show the focus ring only after a key press.
  await page.keyboard.press('Tab');
  const { findings, stops } = await page.evaluate<{ findings: string[]; stops: number }>(inspectControls);
  const presses = Math.min(Math.floor(stops / 2), rounds(15, 400));
  for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab');
  const reached = await page.evaluate<number>('walked.size');
  const isStuck = reached < presses;
  return isStuck
    ? [...findings, `focus trap: ${presses} presses of Tab reach ${reached} controls`]
    : findings;
}
