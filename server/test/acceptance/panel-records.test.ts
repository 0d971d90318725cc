import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import {
  heading,
  displayModes,
  horizontalOverflow,
  press,
  accessibilityViolations,
  tabTo,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';

const { api, owner, enter, join } = usePanel();

type Found = { items: { id: string; version: number }[] };
type Kind = {
  path: string;
  one: string;
  many: string;
  /** Fills nested lists and all required fields except the name. */
  fill: (page: Page) => Promise<void>;
  find: (client: WaypostPanelClient, name: string) => Promise<Found>;
  rename: (
    client: WaypostPanelClient,
    id: string,
    change: { version: number; name: string },
  ) => Promise<unknown>;
};

const kinds: Kind[] = [
  {
    path: '/traffic-sources',
    one: 'traffic source',
    many: 'Traffic sources',
    fill: async (page) => {
      await page.getByRole('combobox', { name: 'Template' }).click();
      await page.getByRole('option', { name: 'PropellerAds' }).click();
      await page.getByText('Checked on').waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('PropellerAds');
      expect(await field(page, 'Click ID macro').inputValue()).toBe('${SUBID}');
    },
    find: (client, q) => client.listTrafficSources({ query: { q } }),
    rename: (client, id, change) => client.updateTrafficSource(id, change),
  },
  {
    path: '/affiliate-networks',
    one: 'affiliate network',
    many: 'Affiliate networks',
    fill: async (page) => {
      await field(page, 'Default payout').fill('12.50');
    },
    find: (client, q) => client.listAffiliateNetworks({ query: { q } }),
    rename: (client, id, change) => client.updateAffiliateNetwork(id, change),
  },
  {
    path: '/offers',
    one: 'offer',
    many: 'Offers',
    fill: async (page) => {
      await field(page, 'URL').fill('https://shop.example.com/?c={clickid}');
      await press(page, 'Add cap');
      await field(page, 'Limit 1').fill('50');
    },
    find: (client, q) => client.listOffers({ query: { q } }),
    rename: (client, id, change) => client.updateOffer(id, change),
  },
  {
    path: '/landings',
    one: 'landing page',
    many: 'Landing pages',
    fill: async (page) => await field(page, 'URL').fill('https://pages.example.com/'),
    find: (client, q) => client.listLandings({ query: { q } }),
    rename: (client, id, change) => client.updateLanding(id, change),
  },
];

function field(page: Page, label: string) {
  return page.getByRole('textbox', { name: label, exact: true });
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

async function goToList(page: Page, many: string): Promise<void> {
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('link', { name: many, exact: true }).click();
  await heading(page, many);
}

async function saved(page: Page, one: string): Promise<void> {
  await press(page, 'Save');
  await page
    .getByText(`${capitalize(one)} saved.`)
    .last()
    .waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

// ID of one existing record of each type, by the path of its list.
const shown: Record<string, string> = {};
beforeAll(async () => {
  const url = 'https://pages.example.com/?c={clickid}';
  shown['/landings'] = (await api().createLanding({ name: 'Shown landing page', url })).id;
  shown['/offers'] = (await api().createOffer({ name: 'Shown offer', url })).id;
  const tokens = [{ index: 1, name: 'Zone', param: 'zone', macro: '{zone}' }];
  shown['/traffic-sources'] = (await api().createTrafficSource({ name: 'Shown traffic source', tokens })).id;
  shown['/affiliate-networks'] = (await api().createAffiliateNetwork({ name: 'Shown affiliate network' })).id;
});

describe.each(kinds)('$many', ({ path, one, fill, find }) => {
  test('are created, changed and archived', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, path);
    await page
      .getByRole('link', { name: `New ${one}` })
      .first()
      .click();
    await heading(page, `New ${one}`);
    await fill(page);
    await field(page, 'Name').fill(' ');
    await field(page, 'Name').blur();
    await page.getByText('Must not be empty').waitFor();
    await field(page, 'Name').fill(`First ${one}`);
    await saved(page, one);
    await heading(page, `First ${one}`);
    await page.getByRole('region', { name: 'Used by' }).getByText('Not used yet').waitFor();
    await page.getByRole('button', { name: /^Conversions/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await openTab(page, 'Settings');
    await field(page, 'Name').fill(`Second ${one}`);
    await saved(page, one);
    await press(page, 'Archive');
    await page.getByText('Restore it to edit').waitFor();
    expect((await find(api(), `Second ${one}`)).items).toHaveLength(0);
    expect(consoleErrors).toEqual([]);
  });
});

// All record types share the code of one form and one list, so only a full run tests every type.
describe.each(kinds.slice(0, rounds(1, kinds.length)))('$many', ({ path, one, many, find, rename }) => {
  const renameAsOther = async (from: string, name: string) => {
    const [found] = (await find(api(), from)).items;
    await rename(api(), found?.id ?? '', { version: found?.version ?? 0, name });
  };

  test('are edited by two people at once, archived and restored', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, `${path}/${shown[path]}?tab=settings`);
    await heading(page, `Shown ${one}`);

    // A conflict shows both values, and the chosen value is saved.
    await renameAsOther(`Shown ${one}`, `Their ${one}`);
    await field(page, 'Name').fill(`My ${one}`);
    await press(page, 'Save');
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed in another session' });
    await conflict.getByText(`Their ${one}`).waitFor();
    await conflict.getByText(`My ${one}`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await conflict.getByText('Keep mine', { exact: true }).click();
    await press(page, 'Apply');
    await conflict.waitFor({ state: 'detached' });
    await saved(page, one);
    expect((await find(api(), `My ${one}`)).items).toHaveLength(1);

    // Both the unsaved input and the other person's change survive a reload.
    await field(page, 'Name').fill(`Lost ${one}`);
    await page.getByText('Unsaved changes').waitFor();
    await renameAsOther(`My ${one}`, `Final ${one}`);
    await page.reload();
    await conflict.getByText(`Lost ${one}`).waitFor();
    await conflict.getByText('Use theirs', { exact: true }).click();
    await press(page, 'Apply');
    await conflict.waitFor({ state: 'detached' });
    expect(await field(page, 'Name').inputValue()).toBe(`Final ${one}`);
    expect(await page.getByText('Unsaved changes').count()).toBe(0);

    await press(page, 'Archive');
    await press(page, 'Undo');
    await page.getByText(`${capitalize(one)} restored.`).waitFor();
    await press(page, 'Archive');
    await page.getByText('Restore it to edit').waitFor();
    await goToList(page, many);
    await page.getByRole('switch', { name: 'Archived' }).check({ force: true });
    await page.getByRole('link', { name: `Final ${one}` }).waitFor();
    expect(page.url()).toContain('archived=true');
    await page.getByRole('checkbox', { name: `Select Final ${one}` }).check();
    await press(page, 'Restore');
    await page
      .getByText(`${capitalize(one)} restored.`)
      .last()
      .waitFor();
    // The message from the previous undo may still be shown, so the message alone does not prove that the record was
    // restored.
    await expect.poll(async () => (await find(api(), `Final ${one}`)).items.length).toBe(1);
    expect(consoleErrors).toEqual([]);
    await renameAsOther(`Final ${one}`, `Shown ${one}`);
  });
});

test('records are archived and restored in bulk, but none is archived while one is in use, and the error names the record that uses it', async (testContext) => {
  const url = 'https://offers.example.com/';
  const offers = [];
  for (const name of ['Bulk one', 'Bulk two', 'Bulk used'])
    offers.push(await api().createOffer({ name, url }));
  const rotator = await api().createRotator({ name: 'Using rotator' });
  const rules = await api().getRotatorRules(rotator.id);
  const path = {
    id: rules.defaultPathId,
    name: 'Default',
    landings: [],
    offers: [{ offerId: offers[2]?.id ?? '' }],
  };
  await api().saveRotatorRules(rotator.id, { ...rules, rules: [], paths: [path] });
  const source = await api().createTrafficSource({ name: 'Used source' });
  const destination = { mode: 'use_rotator', rotatorId: rotator.id } as const;
  await api().createCampaign({ name: 'Using campaign', trafficSourceId: source.id, destination });

  const { page, consoleErrors } = await enter(testContext, '/offers?q=bulk');
  await page.getByText('3 of', { exact: false }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await press(page, 'Archive');
  await page.getByRole('alert').getByText('Bulk used: rotator Using rotator').waitFor();
  expect((await api().listOffers({ query: { q: 'bulk' } })).items).toHaveLength(3);
  await page.getByRole('checkbox', { name: 'Select Bulk used' }).uncheck();
  await press(page, 'Archive');
  await page.getByText('2 offers archived.').waitFor();
  await page.getByRole('link', { name: 'Bulk one' }).waitFor({ state: 'detached' });
  await press(page, 'Undo');
  await page.getByText('2 offers restored.').waitFor();
  await page.getByRole('link', { name: 'Bulk one' }).waitFor();

  // A failed undo is reported even though the selection bar is gone.
  await page.getByRole('checkbox', { name: 'Select Bulk one' }).check();
  await press(page, 'Archive');
  await page.getByText('Offer archived.').waitFor();
  const { version } = await api().getOffer(offers[0]?.id ?? '');
  await api().restoreOffers({ records: [{ id: offers[0]?.id ?? '', version }] });
  await press(page, 'Undo');
  await page.getByRole('alert').getByText('Undo failed').waitFor();

  await page.goto(page.url().replace(/offers.*/, `traffic-sources/${source.id}`));
  await press(page, 'Archive');
  await page.getByRole('alert').getByRole('link', { name: 'campaign Using campaign' }).click();
  await heading(page, 'Using campaign');
  expect(consoleErrors).toEqual([]);
});

test('input survives leaving the form, a reload, an expired session and a failing server; errors are shown next to their fields', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/offers/new');
  await field(page, 'Name').fill('Kept offer');
  await field(page, 'URL').fill('https://shop.example.com/?c={clikid}');
  await goToList(page, 'Offers');
  await page.getByRole('link', { name: 'New offer' }).first().click();
  await page.getByText('Unsaved changes, kept in this tab').waitFor();
  await page.reload();
  await page.getByText('Unsaved changes, kept in this tab').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Kept offer');

  await page.context().clearCookies({ name: 'waypost' });
  // A background request may already have opened the dialog, which would cover the button.
  await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await dialog.locator('input[name="password"]').fill(owner().password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Use {clickid}' }).waitFor();
  expect(await field(page, 'URL').getAttribute('aria-invalid')).toBe('true');
  await press(page, 'Use {clickid}');
  expect(await field(page, 'URL').inputValue()).toBe('https://shop.example.com/?c={clickid}');

  const saves = '**/panel/api/workspaces/*/offers*';
  await page.route(saves, (route) => route.fulfill({ status: 500, body: 'no JSON' }));
  await press(page, 'Save');
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.unroute(saves);
  await page.route(saves, (route) => route.abort());
  await press(page, 'Save');
  await page.getByText('the change won’t be applied twice').waitFor();
  await page.unroute(saves);
  expect(await field(page, 'Name').inputValue()).toBe('Kept offer');

  const shortName = field(page, 'Short name');
  await shortName.fill('Not Right');
  await shortName.blur();
  await page.getByText('Must start with a letter').waitFor();
  expect(await shortName.getAttribute('aria-invalid')).toBe('true');
  await shortName.fill('kept');
  await saved(page, 'offer');
  await heading(page, 'Kept offer');
  await openTab(page, 'Settings');

  // Input during a save is neither lost nor treated as a conflict.
  const answer = Promise.withResolvers<void>();
  await page.route('**/panel/api/**/offers/*', async (route) => {
    if (route.request().method() !== 'GET') await answer.promise;
    await route.continue();
  });
  await field(page, 'Name').fill('Kept offer, once');
  await press(page, 'Save');
  await field(page, 'Name').fill('Kept offer, twice');
  answer.resolve();
  await heading(page, 'Kept offer, once');
  await page.getByText('Unsaved changes, kept in this tab').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Kept offer, twice');
  expect(await page.getByText('Changed in another session').count()).toBe(0);
  await press(page, 'Discard');
  expect(await field(page, 'Name').inputValue()).toBe('Kept offer, once');
  await press(page, 'Duplicate');
  await heading(page, 'New offer');
  expect(await field(page, 'Name').inputValue()).toBe('Kept offer, once (copy)');
  expect(consoleErrors.filter((text) => !/status of 500|net::ERR_FAILED/.test(text))).toEqual([]);
});

describe('a form that cannot be saved', () => {
  const viewport = { width: 1_280, height: 600 };
  const focused = (page: Page) => page.locator(':focus');
  const isVisible = async (page: Page) => {
    const box = await focused(page).boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
  };

  test('scrolls to the first invalid field, focuses it and lists all invalid fields next to the button', async (testContext) => {
    const { page } = await enter(testContext, '/offers/new', { viewport });
    await field(page, 'URL').fill('https://shop.example.com/?c={clickid}');
    await field(page, 'Short name').fill('Not Right');
    await press(page, 'Save');
    const note = page.getByRole('alert').filter({ hasText: 'Correct these 2 fields' });
    await note.getByRole('button', { name: 'Name', exact: true }).waitFor();
    expect(await focused(page).getAttribute('name')).toBe('name');
    expect(await isVisible(page)).toBe(true);
    await note.getByRole('button', { name: 'Short name' }).click();
    expect(await focused(page).getAttribute('name')).toBe('shortName');
    expect(await isVisible(page)).toBe(true);
    await field(page, 'Name').fill('Far above');
    await page.getByRole('alert').filter({ hasText: 'Correct this field' }).waitFor();
  });

  test('scrolls to the field with an error that only the server detects, and focuses it', async (testContext) => {
    const { page } = await enter(testContext, '/offers/new', { viewport });
    await field(page, 'Name').fill('Refused offer');
    await field(page, 'URL').fill('https://shop.example.com/?c={clikid}');
    await field(page, 'Short name').fill('refused');
    await press(page, 'Save');
    await page.getByRole('alert').getByRole('button', { name: 'URL' }).waitFor();
    await expect.poll(() => focused(page).getAttribute('name')).toBe('url');
    expect(await isVisible(page)).toBe(true);
  });
});

test('warnings for a saved offer are shown again after a reload, until the URL is corrected', async (testContext) => {
  const { id } = await api().createOffer({
    name: 'Offer without click ID',
    url: 'https://shop.example.com/',
  });
  const { page, consoleErrors } = await enter(testContext, `/offers/${id}?tab=settings`);
  const warning = page.getByText('has no {clickid}');
  await warning.waitFor();
  await field(page, 'Name').fill('Offer still without click ID');
  await saved(page, 'offer');
  await warning.waitFor();
  await page.reload();
  await heading(page, 'Offer still without click ID');
  await warning.waitFor();
  await field(page, 'URL').fill('https://shop.example.com/?c={clickid}');
  await saved(page, 'offer');
  await warning.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Offer still without click ID');
  expect(await field(page, 'URL').inputValue()).toBe('https://shop.example.com/?c={clickid}');
  expect(await warning.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test('Escape closes the macro list, then the form over another form, and the macro help shows no markup', async (testContext) => {
  const { page } = await enter(testContext, '/rotators/new');
  await field(page, 'Name').fill('Kept below');
  await press(page, 'Add landing page');
  await page.getByRole('combobox', { name: 'Landing page' }).click();
  await page.getByRole('option', { name: 'New landing page…' }).click();
  await heading(page, 'New landing page');
  await press(page, 'Macros for URL');
  const search = page.getByRole('textbox', { name: 'Search macros' });
  await search.fill('country');
  const country = page.getByRole('button', { name: /^\{country\}/ });
  await country.waitFor();
  expect(await country.innerText()).not.toContain('`');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await heading(page, 'New landing page');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('offers');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await heading(page, 'New landing page');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'New landing page' }).waitFor({ state: 'detached' });
  expect(await field(page, 'Name').inputValue()).toBe('Kept below');
});

test('tags are added to selected rows, narrow the list, are removed with Undo, and belong to new records', async (testContext) => {
  const { id } = await api().createLanding({ name: 'Tagged page', url: 'https://tagged.example.com/' });
  const { page, consoleErrors } = await enter(testContext, '/landings');
  await page.getByRole('checkbox', { name: 'Select Tagged page' }).check();
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of Tagged page' });
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill('Q4 test');
  await page.keyboard.press('Enter');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await page.getByText('Tags of Tagged page changed.').waitFor();
  const tags = async () => (await api().listLandings({ query: { q: id } })).items[0]?.tags;
  expect(await tags()).toEqual(['Q4 test']);
  await press(page, 'Undo');
  await expect.poll(tags).toEqual([]);
  const [{ version } = { version: 0 }] = (await api().listLandings({ query: { q: id } })).items;
  await api().changeTags({ type: 'landing', records: [{ id, version }], add: ['Q4 test'] });
  await page.goto(new URL('/landings?tag=q4%20test', page.url()).href);
  await page.getByRole('combobox', { name: 'Tag', exact: true }).waitFor();
  await page.getByText(/^1 of \d+ landing pages/).waitFor();
  await page.getByRole('link', { name: 'Tagged page' }).click();
  await page.getByRole('group', { name: 'Tags' }).getByText('Q4 test').waitFor();

  // A duplicate has the tags of the original, and the form for a new record changes them.
  await press(page, 'Duplicate');
  await heading(page, 'New landing page');
  await page.getByText('Q4 test').waitFor();
  await page.getByRole('combobox', { name: 'Tags' }).fill('Second');
  await page.keyboard.press('Enter');
  await press(page, 'Save');
  await heading(page, 'Tagged page (copy)');
  await page.getByRole('group', { name: 'Tags' }).getByText('Second').waitFor();
  const { items } = await api().listLandings({ query: { q: 'Tagged page (copy)' } });
  expect(items[0]?.tags).toEqual(['Q4 test', 'Second']);
  expect(consoleErrors).toEqual([]);
});

fullTest(
  'a landing page is created, changed, archived and restored with the keyboard only',
  async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, '/landings');
    const { keyboard } = page;
    await page.getByRole('link', { name: 'Shown landing page' }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'New landing page' }).first());
    await keyboard.press('Enter');
    await heading(page, 'New landing page');
    await tabTo(page, field(page, 'Name'));
    await keyboard.type('By keys');
    await tabTo(page, field(page, 'URL'));
    await keyboard.type('https://keys.example.com/');
    await keyboard.press('Control+s');
    await heading(page, 'By keys');
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
    await keyboard.press('ArrowRight');
    await tabTo(page, field(page, 'Name'));
    await keyboard.press('End');
    await keyboard.type(' alone');
    await keyboard.press('Enter');
    await heading(page, 'By keys alone');
    await page.goBack();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'By keys alone' }) });
    await row.waitFor();
    await tabTo(page, page.locator('[role="grid"] [data-row][tabindex="0"]'));
    await keyboard.press('Home');
    await row.and(page.locator(':focus')).waitFor();
    await keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Archive' }));
    await keyboard.press('Enter');
    await page.getByText('Landing page archived.').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await keyboard.press('Enter');
    await page.getByText('Landing page restored.').waitFor();
    await row.waitFor();
    expect(consoleErrors).toEqual([]);
  },
);

test('rows and input remain usable while a list is loading, and a failed list can be retried', async (testContext) => {
  const { page } = await enter(testContext, '/landings');
  await page.getByRole('link', { name: 'Shown landing page' }).waitFor();
  const listRequests = '**/panel/api/**/landings?*';
  const answer = Promise.withResolvers<void>();
  await page.route(listRequests, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('switch', { name: 'Archived' }).check({ force: true });
  await page.locator('[aria-busy="true"]').waitFor();
  await page.getByRole('link', { name: 'Shown landing page' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
  await page.getByText('No matching landing pages').waitFor();
  await press(page, 'Clear filters');
  answer.resolve();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await page.unroute(listRequests);

  await page.route(listRequests, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await page.getByRole('alert').waitFor();
  await page.unroute(listRequests);
  await press(page, 'Try again');
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

fullTest('a viewer sees all records without actions to change them', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/', { as: await join('viewer') });
  for (const { path, one } of kinds) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('link', { name: `Shown ${one}` }).click();
    await page.getByText('Read-only.').waitFor();
    await openTab(page, 'Settings');
    expect(await field(page, 'Name').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    for (const name of ['Save', 'Archive', 'Duplicate', `New ${one}`, 'Add token', 'Add cap', 'Create token'])
      expect(await page.getByText(name, { exact: true }).count(), `${name} of ${path}`).toBe(0);
  }
  expect(consoleErrors).toEqual([]);
});

describe.each(displayModes('phone'))('in %s mode at %s px', (colorScheme, width) => {
  test('lists and forms fit the screen and are accessible', async (testContext) => {
    const viewport = { width, height: 800 };
    const { page, consoleErrors } = await enter(testContext, '/account', { colorScheme, viewport });
    // All record types share the code for lists and forms, and offers use all of that code. A full run also tests the
    // other types.
    for (const { path, one } of kinds.filter((kind) => kind.path === '/offers' || rounds(0, 1) === 1)) {
      await page.goto(new URL(path, page.url()).href);
      const link = page.getByRole('link', { name: `Shown ${one}` });
      await link.waitFor();
      if (path === '/offers') expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await link.click();
      await page.getByRole('region', { name: 'Used by' }).getByText('Not used yet').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await openTab(page, 'Settings');
      await field(page, 'Name').fill('');
      await press(page, 'Save');
      await page.getByText('Must not be empty').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    }
    expect(consoleErrors).toEqual([]);
  });
});
