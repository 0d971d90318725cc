import { describe, expect, it } from 'vitest';
import { sourceTemplates } from './source-template-table.ts';
import { buildSourceOfTemplate, sourceTemplate, type SourceTemplate } from './source-templates.ts';

const [any] = sourceTemplates;
if (any === undefined) throw new Error('there are no templates');

const calling: SourceTemplate = {
  ...any,
  postback: {
    url: 'https://ads.example/YOUR-ID/?t={externalid}&k=YOUR-KEY',
    method: 'POST',
    headers: [{ name: 'token', value: 'YOUR-KEY' }],
    successText: 'ok',
    body: '{"key":"YOUR-KEY","id":"YOUR-ID"}',
    own: [
      { placeholder: 'YOUR-ID', name: 'Id' },
      { placeholder: 'YOUR-KEY', name: 'Key' },
    ],
  },
};

describe('traffic source templates', () => {
  it('number at least 15, have unique IDs and are sorted by ID', () => {
    const ids = sourceTemplates.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.length).toBeGreaterThanOrEqual(15);
  });

  it.each(sourceTemplates.map((template) => [template.id, template] as const))(
    'include %s, which matches the schema and lists every account-specific value of its postback',
    (_, template) => {
      expect(sourceTemplate.parse(template)).toEqual(template);
      const { url, headers, body, own } = template.postback ?? { url: '', headers: [], body: '', own: [] };
      const named = new Set(`${url} ${JSON.stringify(headers)} ${body}`.match(/YOUR-[A-Z]+/g));
      expect(own.map(({ placeholder }) => placeholder).toSorted()).toEqual([...named].toSorted());
      expect(template.postback === null && template.note === null).toBe(false);
    },
  );

  it('set the postback only if all account-specific values are given', () => {
    for (const given of [{}, { 'YOUR-ID': '7' }, { 'YOUR-ID': '7', 'YOUR-KEY': '  ' }])
      expect(buildSourceOfTemplate(calling, given)).not.toHaveProperty('postbackUrl');
    expect(buildSourceOfTemplate(calling, { 'YOUR-ID': ' 7 ', 'YOUR-KEY': 'a&"$&b' })).toMatchObject({
      postbackUrl: 'https://ads.example/7/?t={externalid}&k=a%26%22%24%26b',
      postbackMethod: 'POST',
      postbackHeaders: [{ name: 'token', value: 'a&"$&b' }],
      postbackBody: '{"key":"a&\\"$&b","id":"7"}',
      postbackSuccessText: 'ok',
    });
  });

  it('set the postback unchanged if nothing is account-specific', () => {
    const url = 'https://ads.example/?t={externalid}';
    const plain = { url, method: 'GET' as const, headers: [], body: null, successText: null, own: [] };
    expect(buildSourceOfTemplate({ ...any, postback: plain })).toMatchObject({ postbackUrl: url });
  });
});
