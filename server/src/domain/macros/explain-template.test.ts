import { expect, test } from 'vitest';
import { explainTemplate } from './explain-template.ts';
import { fillTemplate } from './fill-template.ts';
import { parseTemplate } from './parse-template.ts';

const values = {
  value: (name: string) => ({ clickid: 'C1', country: 'DE', offername: 'Über & so' })[name],
  param: (name: string) => (name === 'site' ? 'a/b' : undefined),
};

test('explainTemplate lists each macro once with its value and state', () => {
  const url =
    'https://o.example/{country}?a={ClickID}&b={param.site}&c={city}&d={nonsense}&e={param.none}&f={country}&g={offername:raw}&h=%7bother%7d&i=%7Bcountry%7D';
  const { template, macros } = explainTemplate(url, 's', values);
  expect(template).toBe(`${url}&s={clickid}`);
  expect(macros.map(({ macro, value, state }) => [macro, value, state])).toEqual([
    ['{country}', 'DE', 'filled'],
    ['{ClickID}', 'C1', 'filled'],
    ['{param.site}', 'a/b', 'filled'],
    ['{city}', '', 'empty'],
    ['{nonsense}', '', 'unknown'],
    ['{param.none}', '', 'empty'],
    ['{offername:raw}', 'Über & so', 'filled'],
    ['{clickid}', 'C1', 'filled'],
  ]);
  // The explanation must equal the filled URL.
  expect(fillTemplate(parseTemplate(template), values)).toBe(fillTemplate(parseTemplate(url, 's'), values));
});

test.each([
  ['https://o.example', 'https://o.example?s={clickid}'],
  ['https://o.example/?s=1#x', 'https://o.example/?s=1#x'],
  ['https://o.example/a?b=1#x', 'https://o.example/a?b=1&s={clickid}#x'],
])('explainTemplate adds the click ID parameter to %s just as parseTemplate does', (url, template) => {
  expect(explainTemplate(url, 's', values).template).toBe(template);
  expect(fillTemplate(parseTemplate(template), values)).toBe(fillTemplate(parseTemplate(url, 's'), values));
});
