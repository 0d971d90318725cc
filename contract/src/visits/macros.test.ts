import { describe, expect, it } from 'vitest';
import { findMacro, macroNames, macros } from './macros.ts';

describe('macros', () => {
  it.each([
    ['clickid', 'clickid'],
    ['ClickID', 'clickid'],
    ['click_id', 'clickid'],
    ['cid', 'clickid'],
    ['subid', 'clickid'],
    ['external_id', 'externalid'],
    ['externalId', 'externalid'],
    ['sub_id_3', 'token3'],
    ['t15', 'token15'],
    ['Token1', 'token1'],
  ])('include %s as a spelling of %s', (spelling, name) => {
    expect(findMacro(spelling)).toBe(name);
  });

  it.each(['', 'token0', 'token16', 't16', 'constructor', '__proto__', 'param.x', 'clickid:raw'])(
    'do not include %j',
    (spelling) => {
      expect(findMacro(spelling)).toBeUndefined();
    },
  );

  it('have unique spellings', () => {
    const spellings = macroNames.flatMap((name) => [name, ...(macros[name].aliases ?? [])]);
    expect(new Set(spellings)).toHaveLength(spellings.length);
    expect(spellings.filter((spelling) => spelling !== spelling.toLowerCase().replaceAll('_', ''))).toEqual(
      [],
    );
  });
});
