import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..');
const library = join(sources, '..', '..', 'node_modules', '@mantine', 'core', 'styles');

function usedComponents(): string[] {
  const texts = globSync('**/*.tsx', { cwd: sources }).map((file) =>
    readFileSync(join(sources, file), 'utf8'),
  );
  const imports = texts.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)]
    .filter((name) => /^[A-Z]/.test(name))
    .toSorted((one, other) => one.localeCompare(other));
}

it('styles.css imports the styles of every Mantine component in use', () => {
  const imported = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');
  const missing = usedComponents()
    .filter((name) => existsSync(join(library, `${name}.css`)))
    .filter((name) => !imported.includes(`/${name}.css'`));
  expect(usedComponents()).toContain('Button');
  expect(missing).toEqual([]);
});
