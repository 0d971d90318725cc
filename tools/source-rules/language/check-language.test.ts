import { describe, expect, it } from 'vitest';
import { readProse, readSourceTexts } from '../reading/read-texts.ts';
import { checkLanguage, docCommentsMax } from './check-language.ts';
import { phrases } from './phrases.ts';

function check(source: string, path = 'server/src/example.ts'): string[] {
  const texts = path.endsWith('.md') ? readProse(source) : readSourceTexts({ path, source });
  return checkLanguage([{ path, texts }], []).map(({ line, message }) => `${line}: ${message}`);
}

describe('discouraged phrases', () => {
  it.each([
    ['a string', `throw new Error('there is no such campaign');`],
    ['a template', 'const text = `the source is told of ${count} conversions`;'],
    ['a line comment', '// Whoever changes this has to change the other one.'],
    ['a block comment', '/* The rows are put back after a restart. */'],
    ['a doc comment', '/** Returns the costs that were taken back. */\nexport const a = 1;'],
  ])('are reported in %s', (_, source) => {
    expect(check(source)).toHaveLength(1);
  });

  it('are reported in JSX text with their line', () => {
    expect(check('const note = (\n  <p>\n    It is told once.\n  </p>\n);', 'panel/src/note.tsx')).toEqual([
      '2: "is told": write "notified" or "informed"',
    ]);
  });

  it('are reported in Markdown, but not in its code', () => {
    const page = 'Waypost finds things.\n\n```\nalarm\n```\n\nRun `alarm`.\n';
    expect(check(page, 'docs/page.md')).toEqual(['1: "things": write the noun that is meant']);
  });

  it('are found when a comment is wrapped', () => {
    expect(
      check(
        '/**\n * Returns the rows that were put\n * back. The receiver is\n * told.\n */\nexport const a = 1;',
      ),
    ).toHaveLength(2);
  });

  it('are not reported in identifiers', () => {
    expect(check('const things = alarms.map((alarm) => alarm.id);')).toEqual([]);
  });

  it('do not match plain sentences', () => {
    const plain = [
      'Rules are checked from top to bottom. The first match wins.',
      'You are notified when an alert starts and when it is resolved.',
      'Campaign not found',
      'The two cannot be told apart.',
    ];
    expect(plain.flatMap((text) => check(`const text = '${text}';`))).toEqual([]);
  });

  it('each have a suggestion', () => {
    for (const { instead } of phrases) expect(instead).not.toBe('');
  });
});

describe('doc comments', () => {
  it.each(['What', 'Whether', 'Who', 'Whose', 'Whom', 'Those', 'Of', 'As'])(
    'must not start with %s',
    (word) => {
      expect(check(`/** ${word} this file exports. */\nexport const a = 1;`)).toEqual([
        `1: starts with "${word}": start with a verb or with the subject`,
      ]);
    },
  );

  it('may start with a longer word, such as "Offers" or "Assets"', () => {
    expect(check('/** Offers by id. Assets are cached. */\nexport const a = 1;')).toEqual([]);
  });

  it('are reported if there are more than the maximum number', () => {
    const comment = { kind: 'doc comment' as const, text: 'Returns one.', line: 1 };
    const count = (length: number) =>
      checkLanguage([{ path: 'a.ts', texts: Array.from({ length }, () => comment) }]).length;
    expect([count(docCommentsMax), count(docCommentsMax + 1)]).toEqual([0, 1]);
  });
});
