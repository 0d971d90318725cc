import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

// Collects the packages whose code a build contains. Works for rolldown and for Vite.
export class BundledPackages {
  readonly #root: string;
  readonly #paths = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  // Paths in the lock file, such as `node_modules/pg`.
  get paths(): string[] {
    return [...this.#paths].toSorted();
  }

  get plugin(): { name: string; moduleParsed: (module: { id: string }) => void } {
    return {
      name: 'bundled-packages',
      moduleParsed: ({ id }) => {
        const path = findPackagePath(relative(this.#root, id.replace(/^\0/, '')));
        if (path !== undefined) this.#paths.add(path);
      },
    };
  }
}

function findPackagePath(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

// Returns the license texts of packages, which must accompany copies of their code.
export function collectLicenses(root: string, paths: readonly string[]): string {
  const parts = paths.map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: unknown;
    };
    const texts = readdirSync(join(root, path))
      .filter((file) => /^(?:license|licence|copying|notice)/i.test(file))
      .toSorted()
      .filter((file) => statSync(join(root, path, file)).isFile())
      .map((file) => readFileSync(join(root, path, file), 'utf8').trim());
    return [`${name} ${version} (${String(license)})`, ...texts].join('\n\n');
  });
  return `Code from these packages is part of Waypost's bundles.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
