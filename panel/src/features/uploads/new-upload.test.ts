import { newUpload } from '@waypost/contract/conversions/file-uploads.ts';
import { describe, expect, it } from 'vitest';
import { autoDetect, buildUpload, meaningChoices, withMeaning } from './new-upload.ts';

const choices = { meanings: {}, sendsPostbacks: true, mode: 'add', withdraws: false };

describe('meaningChoices', () => {
  it.each(['conversions', 'costs'] as const)('offers fields that the contract accepts for %s', (kind) => {
    for (const { value } of meaningChoices(kind)) {
      const meanings = withMeaning({}, 'Column', value);
      const order = buildUpload('a.csv', true, { ...choices, kind, meanings });
      expect(newUpload.safeParse(order).error, value).toBeUndefined();
    }
  });

  it('splits the names of fields into words', () => {
    const labels = [...meaningChoices('conversions'), ...meaningChoices('costs')].map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['Auto-detect', 'Ignore', 'Click Id', 'Amount', 'Token 12']),
    );
  });
});

describe('withMeaning', () => {
  it('adds, replaces and removes the field of one column', () => {
    const one = withMeaning({ Other: 'amount' }, 'Id', 'clickId');
    expect(one).toEqual({ Other: 'amount', Id: 'clickId' });
    expect(withMeaning(one, 'Id', 'transactionId')).toEqual({ Other: 'amount', Id: 'transactionId' });
    expect(withMeaning(one, 'Id', autoDetect)).toEqual({ Other: 'amount' });
  });
});

describe('buildUpload', () => {
  it('sends only options for the kind of upload, and null for an ignored column', () => {
    const meanings = { Id: 'clickId', Note: '-' };
    expect(buildUpload('a.csv', false, { ...choices, kind: 'conversions', meanings })).toEqual({
      kind: 'conversions',
      fileName: 'a.csv',
      dryRun: false,
      columns: { Id: 'clickId', Note: null },
      postbacks: true,
    });
    expect(
      buildUpload('a.csv', true, { ...choices, kind: 'costs', mode: 'replace', withdraws: true }),
    ).toEqual({
      kind: 'costs',
      fileName: 'a.csv',
      dryRun: true,
      columns: {},
      mode: 'replace',
      withdrawOverlapping: true,
    });
  });
});
