import { describe, expect, it } from 'vitest';
import { draftErrorAt, rejectedFields } from './draft-errors.ts';
import { emptyDraft } from './draft.ts';

describe('draftErrorAt', () => {
  const none = { errors: {}, rejected: {}, isSent: false };
  const errors = { offerUrl: 'Is not a URL' };
  const typed = { ...emptyDraft, offerUrl: 'offers' };

  it('shows an error while the user types', () => {
    expect(draftErrorAt('offerUrl', typed, { ...none, errors })).toBe('Is not a URL');
  });

  it('shows no error at an empty field before the form is submitted', () => {
    expect(draftErrorAt('offerUrl', emptyDraft, { ...none, errors })).toBeUndefined();
    expect(draftErrorAt('offerUrl', emptyDraft, { ...none, errors, isSent: true })).toBe('Is not a URL');
  });

  it('shows the server’s error unless the panel itself finds an error', () => {
    const rejected = { offerUrl: 'Is blocked' };
    expect(draftErrorAt('offerUrl', typed, { ...none, rejected })).toBe('Is blocked');
    expect(draftErrorAt('offerUrl', typed, { ...none, errors, rejected })).toBe('Is not a URL');
  });

  it('shows no error at other fields', () => {
    expect(draftErrorAt('payout', typed, { errors, rejected: errors, isSent: true })).toBeUndefined();
  });
});

describe('rejectedFields', () => {
  it('returns errors by form field', () => {
    const issues = { 'offer.url': 'Is blocked', 'sourceTemplate.values': 'Is missing' };
    expect(rejectedFields(issues)).toEqual({ offerUrl: 'Is blocked', own: 'Is missing' });
  });

  it('returns nothing if an error has no field, so that the whole error is shown', () => {
    expect(rejectedFields({ 'offer.url': 'Is blocked', 'tracking.domainId': 'Is unknown' })).toEqual({});
  });

  it('returns nothing if the server reports no field errors', () => {
    expect(rejectedFields({})).toEqual({});
  });
});
