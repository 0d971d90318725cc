import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import {
  heading,
  displayModes,
  horizontalOverflow,
  press,
  restoreVersion,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { lastJson, runCommand } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';

const { api, enter, join: joinWorkspace, product } = usePanel();

let offerId: string;

beforeAll(async () => {
  ({ id: offerId } = await api().createOffer({
    name: 'Vouchers',
    url: 'https://offer.example/?s={clickid}',
  }));
  await api().createOffer({ name: 'Phones', url: 'https://phones.example/?s={clickid}' });
  await api().createLanding({ name: 'Wheel', url: 'https://wheel.example/?s={clickid}&z={token1}' });
});

async function makeRotator(name: string, count: number): Promise<string> {
  const { id } = await api().createRotator({ name });
  const { version, defaultPathId } = await api().getRotatorRules(id);
  await api().saveRotatorRules(id, {
    version,
    defaultPathId,
    paths: [{ id: defaultPathId, name: 'Default', offers: [{ offerId }] }],
    rules: Array.from({ length: count }, (_, index) => ({
      name: `Zone ${index + 1}`,
      conditions: { field: 'token1', op: 'is', values: [`zone-${index + 1}`] },
      paths: [{ pathId: defaultPathId }],
    })),
  });
  return id;
}

function ruleAt(page: Page, position: number): Locator {
  return page.getByRole('region', { name: `Rule ${position}`, exact: true });
}

async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: text, exact: true }).click();
}

/**
 * Adds a rule like those that `makeRotator` creates. Uses the mouse for even positions and only the keyboard for odd
 * ones.
 */
async function buildZone(page: Page, position: number): Promise<void> {
  const rule = ruleAt(page, position);
  const name = rule.getByRole('textbox', { name: 'Name' });
  const field = rule.getByRole('combobox', { name: 'Field' });
  const value = rule.getByRole('combobox', { name: 'Values' });
  if (position % 2 === 0) {
    await press(page, 'Add rule');
    await name.fill(`Zone ${position}`);
    await rule.getByRole('button', { name: 'Add condition' }).click();
    // Scrolls the field to the center, so that there is space for the options below the field.
    await field.evaluate((input) => input.scrollIntoView({ block: 'center' }));
    await field.fill('Token 1');
    await page.getByRole('option', { name: 'Token 1', exact: true }).click();
    await value.fill(`zone-${position}`);
    await value.press('Enter');
  } else {
    await page.getByRole('button', { name: 'Add rule', exact: true }).press('Enter');
    await name.press('ControlOrMeta+a');
    await page.keyboard.type(`Zone ${position}`);
    await rule.getByRole('button', { name: 'Add condition' }).press('Enter');
    await field.press('ControlOrMeta+a');
    await page.keyboard.type('Token 1');
    await page.getByRole('option', { name: 'Token 1', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await value.focus();
    await page.keyboard.type(`zone-${position}`);
    await page.keyboard.press('Enter');
  }
  await rule.getByText(`If token 1 is zone-${position} → Default`).waitFor();
}

async function namesOf(id: string): Promise<string[]> {
  return (await api().getRotatorRules(id)).rules.map(({ name }) => name);
}

describe('a rotator', () => {
  test('is created, edited and saved as one version; unreachable rules are reported, and every step can be undone', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, '/rotators');
    await page.getByText('No rotators yet').waitFor();
    await page.getByRole('link', { name: 'New rotator' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('By hand');
    await press(page, 'Save');
    await heading(page, 'By hand');
    await page.getByText('All visitors take the default path').waitFor();

    await press(page, 'Add offer');
    const offers = page.getByRole('group', { name: 'Offers', exact: true });
    await choose(offers.getByRole('combobox', { name: 'Offer' }), 'Vouchers');
    await press(page, 'Add offer');
    const second = offers.getByRole('group', { name: 'Offer 2' });
    await choose(second.getByRole('combobox', { name: 'Offer' }), 'Phones');
    await press(page, 'Set weights');
    const weights = page.getByRole('dialog', { name: 'Offer weights' });
    await weights.getByRole('checkbox', { name: 'Vouchers (100)' }).uncheck();
    await weights.getByRole('textbox', { name: 'Weight' }).fill('300');
    await weights.getByRole('button', { name: 'Set weight' }).click();
    await second.getByText('75%').waitFor();
    await offers.getByRole('img', { name: 'Shares: Vouchers 25%, Phones 75%' }).waitFor();
    await press(page, 'Equal weights');
    await second.getByText('50%').waitFor();
    await press(page, 'Undo');
    await second.getByText('75%').waitFor();

    await press(page, 'New path');
    const mobile = page.getByRole('region', { name: 'Path Path 2' });
    await mobile.getByRole('textbox', { name: 'Name' }).fill('Mobile');
    const path = page.getByRole('region', { name: 'Path Mobile' });
    await path.getByRole('button', { name: 'Add landing page' }).click();
    await choose(path.getByRole('combobox', { name: 'Landing page' }), 'Wheel');
    await path.getByRole('button', { name: 'Add cap' }).click();

    // Adds a rule with the keyboard only and pastes a list of values.
    await press(page, 'Add rule');
    const rule = ruleAt(page, 1);
    await rule.getByRole('textbox', { name: 'Name' }).fill('Neighbors');
    await rule.getByRole('button', { name: 'Add condition' }).press('Enter');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate('navigator.clipboard.writeText("de\\nAustria\\nCH")');
    await rule.getByRole('combobox', { name: 'Values' }).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await rule.getByText('If country is DE or AT or CH → Default').waitFor();
    await rule.getByRole('button', { name: 'Add path' }).click();
    await rule.getByRole('img', { name: 'Shares: Default 50%, Mobile 50%' }).waitFor();
    // Errors are shown when a field loses focus, before saving.
    await path.getByText('Must be a whole number', { exact: false }).first().waitFor();
    await path.getByRole('textbox', { name: 'Limit' }).fill('500');

    // An unreachable rule is reported while it is being edited.
    await press(page, 'Add rule');
    const unreachable = ruleAt(page, 2);
    await unreachable.getByRole('button', { name: 'Add condition' }).click();
    await choose(unreachable.getByRole('combobox', { name: 'Values' }), 'Germany (DE)');
    await unreachable
      .getByText('No visitor reaches this rule because rule 1 (Neighbors) matches all of its visitors first.')
      .waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await unreachable.getByText('If country is … → Default').waitFor();
    await press(page, 'Undo');
    await unreachable.getByText('All visitors → Default').waitFor();
    await press(page, 'Undo');
    await unreachable.waitFor({ state: 'detached' });
    for (const _ of [1, 2, 3]) await press(page, 'Redo');
    await unreachable.getByText('No visitor reaches this rule', { exact: false }).waitFor();

    // The routing test uses the unsaved draft and is updated after every change.
    await press(page, 'Test routing');
    const visitor = page.getByRole('dialog', { name: 'Routing test' });
    await visitor.getByText('No rule matches: default path').waitFor();
    await choose(visitor.getByRole('combobox', { name: 'Country' }), 'Austria (AT)');
    await visitor.getByText('Matched rule 1: Neighbors').waitFor();
    await visitor.getByText('country is DE or AT or CH; value: AT').waitFor();
    await visitor.getByRole('group', { name: 'Rule 2: no match' }).waitFor();
    await visitor.getByText('https://wheel.example/?s=SAMPLECLICKID', { exact: false }).waitFor();
    const macros = visitor.getByRole('group').filter({ hasText: '2 macros, 1 empty' });
    await macros.getByText('empty: no value').waitFor();
    await page.getByRole('switch', { name: 'Rule 1 enabled' }).press(' ');
    await visitor.getByRole('group', { name: 'Rule 1: skipped' }).waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await visitor.getByText('Matched rule 1: Neighbors').waitFor();
    await visitor.getByRole('button', { name: 'Close' }).click();
    await visitor.waitFor({ state: 'detached' });

    await press(page, 'Save');
    await page.getByText('Rules saved as version 2.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await api().getRotatorRules(id)).toMatchObject({
      version: 2,
      rules: [
        {
          name: 'Neighbors',
          conditions: { field: 'country', op: 'is', values: ['DE', 'AT', 'CH'] },
          paths: [{ weight: 100 }, { weight: 100 }],
        },
        { conditions: { field: 'country', op: 'is', values: ['DE'] } },
      ],
      paths: [
        { offers: [{ weight: 100 }, { weight: 300 }] },
        { name: 'Mobile', caps: [{ limit: 500, per: 'day', counts: 'visits' }], landings: [{ weight: 100 }] },
      ],
    });
    expect(consoleErrors).toEqual([]);
  });

  test('is created together with a landing page and an offer, and a rule creates its path in place', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, '/rotators/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('All at once');
    await press(page, 'Add landing page');
    await page.getByRole('combobox', { name: 'Landing page' }).fill('Fresh wheel');
    await page.getByRole('option', { name: 'New landing page “Fresh wheel”…' }).click();
    const drawer = page.getByRole('dialog', { name: 'New landing page' });
    expect(await drawer.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Fresh wheel');
    await drawer.getByRole('textbox', { name: 'URL' }).fill('https://fresh.example/?s={clickid}');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await drawer.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Landing page' }).inputValue())
      .toBe('Fresh wheel');
    await press(page, 'Add offer');
    await choose(page.getByRole('combobox', { name: 'Offer' }), 'Vouchers');
    await press(page, 'Save');
    await page.getByText('All visitors take the default path').waitFor();

    await press(page, 'Add rule');
    const rule = ruleAt(page, 1);
    await choose(rule.getByRole('combobox', { name: 'Path', exact: true }), 'New path…');
    const path = page.getByRole('dialog', { name: 'Path: Path 2' });
    await path.getByRole('button', { name: 'Add offer' }).click();
    await choose(path.getByRole('combobox', { name: 'Offer' }), 'Phones');
    expect(await accessibilityViolations(page)).toEqual([]);
    await path.getByRole('button', { name: 'Done' }).click();
    await rule.getByText('All visitors → Path 2').waitFor();
    await press(page, 'Save');
    await page.getByText('Rules saved as version 3.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { rules, paths } = await api().getRotatorRules(id);
    expect(paths.map(({ name, landings, offers }) => [name, landings.length, offers.length])).toEqual([
      ['Default', 1, 1],
      ['Path 2', 0, 1],
    ]);
    expect(rules[0]?.paths[0]?.pathId).toBe(paths[1]?.id);
    expect(consoleErrors).toEqual([]);
  });

  test('used by several active campaigns says so before it is edited, and asks before it is saved', async (testContext) => {
    const id = await makeRotator('For three', 1);
    const { id: trafficSourceId } = await api().createTrafficSource({ name: 'Source of three' });
    const destination = { mode: 'use_rotator', rotatorId: id } as const;
    for (const [name, status] of [
      ['First', 'active'],
      ['Second', 'active'],
      ['Third', 'paused'],
    ] as const)
      await api().createCampaign({ name, status, trafficSourceId, destination });
    const { page, consoleErrors } = await enter(testContext, `/rotators/${id}`);
    const uses = page.getByRole('region', { name: 'Used by' });
    await uses.getByText('Campaigns (3)').waitFor();
    await uses.getByRole('listitem').filter({ hasText: 'Third' }).getByText('Paused').waitFor();
    await page.getByRole('table', { name: 'Rules' }).getByText('1. Zone 1').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Rules and paths' }).click();
    await page.getByText('3 campaigns use this rotator').waitFor();
    await page.getByRole('switch', { name: 'Rule 1 enabled' }).press(' ');
    await press(page, 'Save');
    const question = page.getByRole('dialog', { name: 'Save for 2 active campaigns?' });
    await question.getByRole('link', { name: 'Second' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await api().getRotatorRules(id)).rules[0]?.enabled).toBe(true);
    await page.keyboard.press('Control+s');
    await press(page, 'Save for 2 campaigns');
    await page.getByText('Rules saved as version 3.').waitFor();
    expect((await api().getRotatorRules(id)).rules[0]?.enabled).toBe(false);
    expect(consoleErrors).toEqual([]);
  });

  // A short run has fewer rules and prepares most of them through the API. A full run adds all of them in the panel.
  const [prepared, count] = [rounds(6, 0), rounds(8, 28)];

  test(`with ${count + 2} rules is built and sorted with mouse, keyboard and menu, edited by two people at once, and restored`, async (testContext) => {
    const id = await makeRotator('Thirty', prepared);
    const { page, consoleErrors } = await enter(testContext, `/rotators/${id}?tab=rules`);
    await heading(page, 'Thirty');
    for (let position = prepared + 1; position <= count; position += 1) await buildZone(page, position);
    await press(page, 'Save');
    await page.getByText('Rules saved as version 3.').waitFor();
    const before = await namesOf(id);
    expect(before).toEqual(Array.from({ length: count }, (_, index) => `Zone ${index + 1}`));
    expect((await api().getRotatorRules(id)).rules.map(({ conditions }) => conditions)).toEqual(
      before.map((_, index) => ({ field: 'token1', op: 'is', values: [`zone-${index + 1}`] })),
    );
    await page.reload();
    await ruleAt(page, count).waitFor();
    // Moves the sixth rule to the third position with the mouse.
    await page
      .getByRole('button', { name: 'Move rule 6', exact: true })
      .dragTo(ruleAt(page, 3), { targetPosition: { x: 300, y: 4 } });
    await ruleAt(page, 3).getByText('3. Zone 6').waitFor();
    // Moves the first rule down twice with the keyboard; the handle keeps the focus.
    await page.getByRole('button', { name: 'Move rule 1', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText(`Zone 1 moved to position 2 of ${count}.`).waitFor();
    await page.keyboard.press('ArrowDown');
    await ruleAt(page, 3).getByText('3. Zone 1', { exact: true }).waitFor();
    for (const name of ['Duplicate', 'Move to top']) {
      await page.getByRole('button', { name: `Actions for rule ${count}`, exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    }
    await press(page, 'Add rule');
    await ruleAt(page, count + 2)
      .getByText(`${count + 2}. Rule ${count + 2}`)
      .waitFor();
    await page.getByRole('switch', { name: `Rule ${count + 2} enabled` }).press(' ');

    // Another person saves first. The conflict is shown, and nothing is lost.
    const last = count - 1;
    const { rules, ...theirs } = await api().getRotatorRules(id);
    await api().saveRotatorRules(id, { ...theirs, rules: rules.slice(0, last) });
    await press(page, 'Save');
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed in another session' });
    await conflict
      .getByText(`${last}. Zone ${last}: token 1 is zone-${last}`, { exact: false })
      .first()
      .waitFor();
    await conflict.getByText('Keep mine', { exact: true }).click();
    await press(page, 'Apply');
    await press(page, 'Save');
    await page.getByText('Rules saved as version 5.').waitFor();
    const saved = await namesOf(id);
    expect(saved).toHaveLength(count + 2);
    expect(saved.slice(0, 4)).toEqual([`Zone ${count}`, 'Zone 2', 'Zone 6', 'Zone 1']);
    expect(saved.slice(-2)).toEqual([`Zone ${count} copy`, `Rule ${count + 2}`]);

    await page.getByRole('tab', { name: 'Versions' }).click();
    await restoreVersion(page, 3);
    expect(await namesOf(id)).toEqual(before);
    await page.getByRole('tab', { name: 'Rules and paths' }).click();
    await ruleAt(page, count).getByText(`${count}. Zone ${count}`).waitFor();
    expect(await ruleAt(page, count + 1).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  test('keeps its undo steps while another tab is open', async (testContext) => {
    const id = await makeRotator('Undo later', 2);
    const { page } = await enter(testContext, `/rotators/${id}?tab=rules`);
    await ruleAt(page, 1).getByRole('button', { name: '1. Zone 1' }).click();
    await ruleAt(page, 1).getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.getByRole('tab', { name: 'Rules and paths' }).click();
    await ruleAt(page, 1).getByText('1. Renamed').waitFor();
    await press(page, 'Undo');
    await ruleAt(page, 1).getByText('1. Zone 1').waitFor();
    await press(page, 'Redo');
    await ruleAt(page, 1).getByText('1. Renamed').waitFor();
    await press(page, 'Discard');
  });

  test('saved by another person while it is open shows a notice, and the new version can be loaded without losing input', async (testContext) => {
    const id = await makeRotator('Shared work', 2);
    const colleague = await joinWorkspace('member');
    const { page, consoleErrors } = await enter(testContext, `/rotators/${id}?tab=rules`);
    const { page: theirs } = await enter(testContext, `/rotators/${id}?tab=rules`, { as: colleague });
    await ruleAt(page, 1).getByRole('button', { name: '1. Zone 1' }).click();
    await ruleAt(page, 1).getByRole('textbox', { name: 'Name' }).fill('Mine');
    await ruleAt(theirs, 2).getByRole('button', { name: '2. Zone 2' }).click();
    await ruleAt(theirs, 2).getByRole('textbox', { name: 'Name' }).fill('Theirs');
    await press(theirs, 'Save');
    await theirs.getByText('Rules saved as version 3.').waitFor();
    const note = page.getByRole('status').filter({ hasText: `saved by ${colleague.email}` });
    await note.getByText('Theirs', { exact: false }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, 'Load');
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed in another session' });
    await conflict.getByText('2. Theirs', { exact: false }).first().waitFor();
    await note.waitFor({ state: 'detached' });
    await conflict.getByText('Use theirs', { exact: true }).click();
    await press(page, 'Apply');
    await ruleAt(page, 2).getByText('2. Theirs').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  test('accepts every kind of operator in nested groups of conditions', async (testContext) => {
    const id = await makeRotator('Every operator', 1);
    const { page, consoleErrors } = await enter(testContext, `/rotators/${id}?tab=rules`);
    const rule = ruleAt(page, 1);
    await rule.getByRole('button', { name: '1. Zone 1' }).click();
    const all: [string, string, string[], object][] = [
      ['IP address', 'is in', ['10.0.0.0/8'], { field: 'ip', op: 'in', values: ['10.0.0.0/8'] }],
      ['Token 1', 'is not', ['a, b'], { field: 'token1', op: 'isNot', values: ['a, b'] }],
      ['Token 2', 'contains', ['c'], { field: 'token2', op: 'contains', values: ['c'] }],
      [
        'Token 3',
        'does not start with',
        ['d'],
        { not: { field: 'token3', op: 'startsWith', values: ['d'] } },
      ],
      [
        'Operating system version',
        'is between',
        ['9', '10.2'],
        { field: 'osVersion', op: 'between', values: ['9', '10.2'] },
      ],
      ['Token 4', 'ends with', ['e'], { field: 'token4', op: 'endsWith', values: ['e'] }],
      ['Referrer', 'matches pattern', ['^f+$'], { field: 'referrer', op: 'matches', values: ['^f+$'] }],
      ['Token 5', 'is below', ['5'], { field: 'token5', op: 'lt', values: [5] }],
      ['Referrer domain', 'is empty', [], { field: 'referrerDomain', op: 'isEmpty', values: [] }],
      ['ASN', 'is above', ['64512'], { field: 'asn', op: 'gt', values: [64_512] }],
      ['City', 'is', ['Köln'], { field: 'city', op: 'is', values: ['Köln'] }],
      ['Language', 'is set', [], { field: 'language', op: 'isSet', values: [] }],
    ];
    // A short run tests one operator for each kind of value input; a full run tests all operators.
    const built = all.filter((_, index) => index % rounds(4, 1) === 0);
    await rule.getByRole('button', { name: 'Add group' }).click();
    const group = rule.getByRole('group', { name: 'Group' });
    for (const [index, [field, operator, values]] of built.entries()) {
      if (index > 0) await group.getByRole('button', { name: 'Add condition' }).click();
      const leaf = group.getByRole('group', { name: 'Condition' }).nth(index);
      await leaf.getByRole('combobox', { name: 'Field' }).fill(field);
      await page.getByRole('option', { name: field, exact: true }).click();
      await choose(leaf.getByRole('combobox', { name: 'Operator' }), operator);
      for (const [position, value] of values.entries()) {
        const input = leaf
          .getByRole('combobox', { name: 'Values' })
          .or(leaf.getByRole('textbox', { name: ['Value', 'To'].at(values.length > 1 ? position : 0) ?? '' }))
          .or(leaf.getByRole('textbox', { name: position === 0 ? 'From' : 'To' }))
          .first();
        await input.fill(value);
        await input.press('Enter');
      }
    }
    await choose(rule.getByRole('combobox', { name: 'Match' }).nth(1), 'Match none');
    // Enter only accepts values and does not save, so this save creates the next version.
    await press(page, 'Save');
    await page.getByText('Rules saved as version 3.').waitFor();
    const { rules } = await api().getRotatorRules(id);
    expect(rules[0]?.conditions).toEqual({
      all: [
        { field: 'token1', op: 'is', values: ['zone-1'] },
        {
          not: {
            any: built.map(([, , , condition]) => condition),
          },
        },
      ],
    });
    expect(consoleErrors).toEqual([]);
  });

  test('fits the screen and is accessible with expanded and collapsed rules', async (testContext) => {
    const id = await makeRotator('Looked at', 3);
    for (const [theme, width] of displayModes('phone')) {
      const { page, consoleErrors } = await enter(testContext, `/rotators/${id}?tab=rules`, {
        colorScheme: theme,
        viewport: { width, height: 800 },
      });
      await ruleAt(page, 1).getByRole('button', { name: '1. Zone 1' }).click();
      await ruleAt(page, 1).getByRole('combobox', { name: 'Field' }).waitFor();
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(consoleErrors).toEqual([]);
    }
  });
});

test('the search finds a visit by its click ID and explains its routing', async (testContext) => {
  const rotatorId = await makeRotator('Explained', 1);
  const source = await api().createTrafficSource({
    name: 'Push source',
    tokens: [{ index: 1, param: 'zone', name: 'Zone' }],
  });
  const destination = { mode: 'use_rotator', rotatorId } as const;
  const { id } = await api().createCampaign({ name: 'Asked about', trafficSourceId: source.id, destination });
  const { visit: link } = await api().getCampaignLinks(id);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const clickId = await pollUntil(
    async () => {
      const answer = await fetch(`${link.split('?')[0]}?zone=zone-1`, {
        headers: { 'user-agent': agent },
        redirect: 'manual',
      });
      return /offer\.example\/\?s=([0-9A-Za-z]{38})/.exec(answer.headers.get('location') ?? '')?.[1];
    },
    { timeoutMs: hangLimitMs, intervalMs: 200 },
  );
  if (clickId === undefined) throw new Error('no visit was redirected to the offer');
  const isThere = async () =>
    await api()
      .getEventTimeline(clickId)
      .then(
        ({ visit }) => visit ?? undefined,
        () => undefined,
      );
  await pollUntil(isThere, { timeoutMs: hangLimitMs, intervalMs: 200 });
  // Later changes to the rules must not affect the explanation.
  const { rules: _, ...routing } = await api().getRotatorRules(rotatorId);
  await api().saveRotatorRules(rotatorId, { ...routing, rules: [] });

  const { page, consoleErrors } = await enter(testContext, '/', { viewport: { width: 360, height: 800 } });
  await page.getByRole('button', { name: 'Search', exact: false }).first().click();
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(clickId);
  await page.getByRole('option', { name: 'View visit' }).click();
  await heading(page, 'Visit details');
  await page.getByRole('region', { name: 'Request' }).getByText('zone-1').waitFor();
  await page.getByRole('region', { name: 'Visitor' }).getByText('Firefox').waitFor();
  const routingSection = page.getByRole('region', { name: 'Routing' });
  await routingSection.getByText(`https://offer.example/?s=${clickId}`).waitFor();
  await routingSection.getByRole('link', { name: 'Explained' }).waitFor();
  const rules = page.getByRole('region', { name: 'Rules' });
  await rules.getByText('Matched rule 1: Zone 1').waitFor();
  await page.getByText('No clicks, conversions or postbacks yet.').waitFor();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a dry run routes recorded visits with unsaved rules', async (testContext) => {
  const rotatorId = await makeRotator('Dry', 1);
  const source = await api().createTrafficSource({
    name: 'Dry source',
    tokens: [{ index: 1, param: 'zone', name: 'Zone' }],
  });
  const destination = { mode: 'use_rotator', rotatorId } as const;
  const { id } = await api().createCampaign({ name: 'Dry', trafficSourceId: source.id, destination });
  const { visit: link } = await api().getCampaignLinks(id);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const visit = async (zone: number) => {
    const address = `${link.split('?')[0]}?zone=zone-${zone}`;
    return (await fetch(address, { headers: { 'user-agent': agent }, redirect: 'manual' })).status;
  };
  const within = { timeoutMs: hangLimitMs, intervalMs: 200 };
  await pollUntil(async () => ((await visit(1)) === 302 ? true : undefined), within);
  const zones = [1, 1, 2, 2, 2, 3];
  for (const zone of zones) await visit(zone);
  const day = 86_400_000;
  const [from = '', to = ''] = [-day, day].map((ms) => new Date(Date.now() + ms).toISOString());
  const recorded = await pollUntil(async () => {
    const query = { campaignId: id, type: 'visit', from, to, limit: 50 } as const;
    const { items } = await api().listEvents({ query });
    const sent = items.filter((event) => event.type === 'visit' && event.outcome === 'offer');
    return sent.length === zones.length + 1 ? sent : undefined;
  }, within);
  const isMoved = ({ tokens }: { tokens: Record<string, string> }) => tokens['token1'] === 'zone-1';
  const moved = (recorded ?? []).filter(isMoved);
  expect(moved).toHaveLength(3);

  // In a dry run in the CLI without rules, visits that matched the rule take the same path but match no rule.
  const { workspaces } = await api().getMe();
  const rulesFile = join(product().dataDirectory, 'rules.json');
  writeFileSync(rulesFile, JSON.stringify({ ...(await api().getRotatorRules(rotatorId)), rules: [] }));
  const options = ['--workspace', workspaces[0]?.id ?? '', '--rotator', rotatorId, '--rules', rulesFile];
  const result = runCommand(product(), ['rotator', 'dry-run', ...options, '--sample', 'all', '--json']);
  expect(lastJson(result)).toMatchObject({ recorded: 7, judged: 7, changed: { visits: 0 }, otherRule: 3 });

  for (const [theme, width] of displayModes('desktop')) {
    const { page, consoleErrors } = await enter(testContext, `/rotators/${rotatorId}?tab=rules`, {
      colorScheme: theme,
      viewport: { width, height: 800 },
    });
    // The number of actual visits is shown beside the rule.
    await ruleAt(page, 1).getByText('3 visits in 7 days, 42.9%').waitFor();
    await press(page, 'Dry run');
    const drawer = page.getByRole('dialog', { name: 'Dry run' });
    await choose(drawer.getByRole('combobox', { name: 'Sample size' }), 'All visits');
    await press(page, 'Run');
    await drawer.getByRole('heading', { name: '0 (0%) of 7 visits would take a different path' }).waitFor();
    // Sends the rule's visits to a new path that is not saved.
    await drawer.getByRole('button', { name: 'Close' }).click();
    await press(page, 'New path');
    await ruleAt(page, 1).getByRole('button', { name: '1. Zone 1' }).click();
    await choose(ruleAt(page, 1).getByRole('combobox', { name: 'Path', exact: false }).first(), 'Path 2');
    await press(page, 'Dry run');
    await drawer.getByText('The rules have changed since this run.', { exact: false }).waitFor();
    await press(page, 'Run');
    await drawer
      .getByRole('heading', { name: `3 (42.9%) of 7 visits would take a different path` })
      .waitFor();
    const moves = drawer.getByRole('table', { name: 'Path changes' });
    expect(await moves.getByRole('row').nth(1).innerText()).toMatch(/Default[\s\S]*Path 2[\s\S]*3/);
    await drawer.getByRole('row', { name: 'Dry source 7 3 (42.9%)' }).waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await moves.getByRole('link').first().click();
    await heading(page, 'Visit details');
    const opened = page.url();
    expect(moved.some(({ clickId }) => opened.includes(clickId ?? 'none'))).toBe(true);
    expect(consoleErrors).toEqual([]);
  }
});
