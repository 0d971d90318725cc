import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import { buildSourceOfTemplate } from '@waypost/contract/campaigns/source-templates.ts';
import { newSourceWithTokens } from '@waypost/contract/campaigns/traffic-sources.ts';
import { expect, it } from 'vitest';
import { isUnfilledMacro } from './index.ts';
import { writeLinkMacros } from './link-macros.ts';

it.each(sourceTemplates.map((template) => [template.id, template] as const))(
  'the template of %s creates a valid source whose link contains every macro',
  (_, template) => {
    const { name, clickIdParam, clickIdMacro, costParam, costMacro, tokens } = template;
    const source = newSourceWithTokens.parse(buildSourceOfTemplate(template));
    expect(source).toMatchObject({ name, clickIdParam, clickIdMacro, costParam, costMacro, tokens });
    const pairs = [
      [clickIdParam, clickIdMacro],
      [costParam, costMacro],
    ]
      .concat(tokens.map(({ param, macro }) => [param, macro]))
      .filter(([, macro]) => macro !== null);
    const written = pairs.map(([param, macro]) => `${param}=${macro}`).join('&');
    expect(writeLinkMacros(template)).toBe(written === '' ? '' : `?${written}`);
    // Unfilled macros must not be read as values.
    expect(pairs.filter(([, macro]) => !isUnfilledMacro(macro ?? ''))).toEqual([]);
  },
);

const nothing = { clickIdParam: null, clickIdMacro: null, costParam: null, costMacro: null, tokens: [] };

it.each([
  [nothing, ''],
  [{ ...nothing, clickIdParam: 'cid', costMacro: '{bid}' }, ''],
  [{ ...nothing, clickIdParam: 'a b', clickIdMacro: '${ID}' }, '?a%20b=${ID}'],
  [
    {
      ...nothing,
      tokens: [
        { index: 3, param: 'c', macro: '{c}' },
        { index: 2, param: 'b', macro: null },
        { index: 1, param: 'a', macro: '{a}' },
      ],
    },
    '?a={a}&c={c}',
  ],
  [
    { ...nothing, clickIdParam: 'a', clickIdMacro: '{1}', tokens: [{ index: 1, param: 'a', macro: '{2}' }] },
    '?a={1}',
  ],
  [{ ...nothing, tokens: [{ index: 1, param: 'old' }] }, ''],
])('writeLinkMacros writes the link query of the source %j as %j', (source, link) => {
  expect(writeLinkMacros(source)).toBe(link);
});
