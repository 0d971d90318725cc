import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { macroNames, macros } from '@waypost/contract/visits/macros.ts';
import { describe, expect, it } from 'vitest';
import { fillTemplate, isUnfilledMacro, parseTemplate } from './index.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/macros.md'), 'utf8');
const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/macros.md', () => {
  it('lists every macro with its meaning and its other names', () => {
    for (const name of macroNames.filter((one) => !one.startsWith('token'))) {
      const row = rows.find(([, macro]) => macro === `\`{${name}}\``);
      const aliases = macros[name].aliases?.map((alias) => `\`{${alias}}\``) ?? [];
      expect(row?.slice(2, 4), name).toEqual([macros[name].meaning, aliases.join(', ')]);
    }
  });

  it('has correct examples', () => {
    const code = (cell = '') => cell.replaceAll('`', '');
    const examples = rows.filter(([, template]) => template?.startsWith('`https://a.example'));
    expect(examples.length).toBeGreaterThan(3);
    for (const [, template, value, result] of examples) {
      const values = { value: () => (value === 'nothing' ? undefined : code(value)), param: () => undefined };
      expect(fillTemplate(parseTemplate(code(template)), values)).toBe(code(result));
    }
  });

  it('lists supported forms of unfilled macros', () => {
    const forms = /^`\{name\}`.*$/m.exec(text)?.[0].match(/`[^`]+`/g) ?? [];
    expect(forms.length).toBeGreaterThan(10);
    expect(forms.filter((form) => !isUnfilledMacro(form.slice(1, -1)))).toEqual([]);
  });
});
