import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..');
const library = join(sources, '..', '..', 'node_modules', '@mantine', 'core', 'styles');

/** Components by the names they are imported by. */
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

it('every component that a screen uses comes with its style', () => {
  const imported = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');
  const missing = usedComponents()
    .filter((name) => existsSync(join(library, `${name}.css`)))
    .filter((name) => !imported.includes(`/${name}.css'`));
  expect(usedComponents()).toContain('Button');
  expect(missing).toEqual([]);
});
