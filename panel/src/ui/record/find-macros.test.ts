import { describe, expect, it } from 'vitest';
import { findMacros, insertMacro } from './find-macros.ts';

describe('findMacros', () => {
  it('finds a macro by its name, its alias and a part of its description', () => {
    expect(findMacros('page', 'clickid')).toContain('clickid');
    expect(findMacros('page', 'subid')).toContain('clickid');
    expect(findMacros('page', 'traffic source')).toContain('sourcename');
  });

  it.each(['campaign ID', 'campaign id', 'CAMPAIGN ID', ' campaign ID '])(
    'ignores case and surrounding spaces in %j',
    (typed) => {
      expect(findMacros('page', typed)).toContain('campaignid');
    },
  );

  it('offers macros about the conversion only for postbacks', () => {
    expect(findMacros('postback', 'txid')).toEqual(['txid']);
    expect(findMacros('page', 'txid')).toEqual([]);
  });

  it('offers all macros before something is typed', () => {
    expect(findMacros('postback', '').length).toBeGreaterThan(findMacros('page', '').length);
    expect(findMacros('page', '')).toContain('country');
  });

  it('finds nothing for a macro that does not exist', () => {
    expect(findMacros('postback', 'no such macro')).toEqual([]);
  });
});

describe('insertMacro', () => {
  it.each([
    ['at the cursor', { value: 'a=&b=1', selectionStart: 2, selectionEnd: 2 }, 'a={clickid}&b=1'],
    [
      'instead of the selection',
      { value: 'a=XX&b=1', selectionStart: 2, selectionEnd: 4 },
      'a={clickid}&b=1',
    ],
    ['at the end without a cursor', { value: 'a=', selectionStart: null, selectionEnd: null }, 'a={clickid}'],
  ])('inserts a macro %s, and moves the cursor after it', (_, field, text) => {
    expect(insertMacro(field, 'clickid')).toEqual({ text, cursor: 'a={clickid}'.length });
  });
});
