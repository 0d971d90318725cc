import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fill,
  heading,
  displayModes,
  horizontalOverflow,
  press,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import type { Credentials } from '../../src/testing/browser/panel-access.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';

const ownPassword = 'seven lanterns drift by the quiet mill';
const laterPassword = 'nine kettles hum above the old harbor';

const { product, owner, open } = usePanel({ isFirstPassword: true });
let person: Credentials;

beforeAll(() => {
  person = owner();
});

async function signIn(page: Page): Promise<void> {
  await fill(page, 'email', person.email);
  await fill(page, 'password', person.password);
  await press(page, 'Sign in');
}

describe('the panel', () => {
  test('asks for a new password on first sign-in and then opens the requested screen', async (testContext) => {
    const { page, consoleErrors } = await open(
      testContext,
      `/account?email=${encodeURIComponent(person.email)}`,
    );
    await heading(page, 'Sign in');
    expect(await page.locator('input[name="email"]').inputValue()).toBe(person.email);
    await fill(page, 'password', 'not the password');
    await press(page, 'Sign in');
    await page.getByRole('alert').waitFor();
    await fill(page, 'password', person.password);
    await press(page, 'Sign in');
    await heading(page, 'Replace your temporary password');
    await fill(page, 'currentPassword', person.password);
    await fill(page, 'newPassword', 'Passw0rd!Passw0rd!');
    await press(page, 'Save and continue');
    await page.getByText('Repeats the same text').waitFor();
    await fill(page, 'newPassword', ownPassword);
    await press(page, 'Save and continue');
    await heading(page, 'Account');
    person = { ...person, password: ownPassword };
    expect(consoleErrors).toEqual([]);
  });

  test('shows a sign-in form over the page after the session has expired, and keeps input', async (testContext) => {
    const { page, consoleErrors } = await open(testContext, '/account');
    await signIn(page);
    await heading(page, 'Account');
    await fill(page, 'currentPassword', person.password);
    await fill(page, 'newPassword', laterPassword);
    await page.context().clearCookies({ name: 'waypost' });
    await press(page, 'Change password');
    await heading(page, 'Your session has expired');
    await page.getByRole('dialog').locator('input[name="password"]').fill(person.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText('Your other sessions were signed out, and your AI agents were disconnected')
      .waitFor();
    person = { ...person, password: laterPassword };
    expect(consoleErrors).toEqual([]);
  });

  test('shows "Page not found" for an unknown path, and answers an unknown API path with JSON', async (testContext) => {
    const { page } = await open(testContext, '/nothing/here');
    await heading(page, 'Page not found');
    const answer = await page.request.get(`${product().urls.panel}/panel/api/nothing`, {
      headers: { accept: 'text/html' },
    });
    expect(answer.headers()['content-type']).toContain('application/json');
    const panelPage = await page.request.get(product().urls.panel);
    const policy = panelPage.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{22}'/);
    expect(policy).not.toContain('unsafe');
  });
});

describe.each(displayModes('desktop'))('in %s mode at %s px', (colorScheme, width) => {
  test('screens fit the window and are accessible', async (testContext) => {
    const { page, consoleErrors } = await open(testContext, '/account', {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await heading(page, 'Sign in');
    expect(await accessibilityViolations(page)).toEqual([]);
    await signIn(page);
    await heading(page, 'Account');
    await page.getByText('This device').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    if (width === 360) await press(page, 'Open menu');
    await page.getByRole('link', { name: 'Overview' }).click();
    await heading(page, 'My workspace');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});
