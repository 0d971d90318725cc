import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';
import { showInvisible } from './invisible-text.ts';

function readLine(line: string): string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/.exec(rest);
    if (match === null) throw new Error(`cannot be read: ${JSON.stringify(rest)}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return cells;
    rest = rest.slice(match[0].length);
  }
}

describe('csvLine', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
    [[null, '', 0, -1.5, true, 0.000001], ',,0,-1.5,true,0.000001\r\n'],
    [[['one', 'two'], []], '"one,two",\r\n'],
    [['=1+1', '+49', '-1', '@x', 'a=b'], "'=1+1,'+49,'-1,'@x,a=b\r\n"],
    [['\tx', '\rx', '＝1'], "'\tx,\"'\rx\",'＝1\r\n"],
    [['a;=1', 'a;b', ';  -1;+1'], "a;'=1,a;b,;'  -1;'+1\r\n"],
    [['x\n=1', 'x\ty\t@1', ' =1', '\u00a0＋1'], "\"x\n'=1\",x\ty\t'@1,' =1,'\u00a0＋1\r\n"],
    [['a;"=1', 'a;b=1', 'a - 1'], '"a;\'""=1",a;b=1,a - 1\r\n'],
    [[['-tag']], "'-tag\r\n"],
    [['﹣1', '﹢1', '﹦1', '﹫x', '−1', '⁼1'], "'﹣1,'﹢1,'﹦1,'﹫x,'−1,'⁼1\r\n"],
    [['a\u202eb', '\u200b=1', '\ufeff'], 'a[U+202E]b,[U+200B]=1,[U+FEFF]\r\n'],
    [['Köln 😀'], 'Köln 😀\r\n'],
  ])('writes %j as %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it('round-trips values and contains no formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
        const cells = readLine(csvLine(texts));
        expect(cells.map((cell) => cell.replace(/^'(?!$)/, ''))).toEqual(
          texts.map((text) => showInvisible(text).replace(/^'(?!$)/, '')),
        );
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  it('escapes every character that normalizes to = + - or @', () => {
    const lookalikes = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => /^[=+\-@\u2212]/.test(character.normalize('NFKC')),
    );
    expect(lookalikes.length).toBeGreaterThan(15);
    for (const character of lookalikes) expect(csvLine([`${character}1`])).toBe(`'${character}1\r\n`);
  });

  it('leaves no formula at the start of a cell, and keeps all other text unchanged', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '=', '+', '-', '@', '＝', ';', '\t', '\n', '\r', ' ', '"', ','),
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const line = csvLine(texts);
        expect(readLine(line).map((cell) => cell.replaceAll("'", ''))).toEqual(texts);
        for (const separator of [/;/, /\t/, /[\r\n]/, /[;\t\r\n]/])
          for (const cell of line.split(separator)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
      }),
    );
  });
});
