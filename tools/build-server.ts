/**
 * Bundles the server and its libraries into a few files, which halves the startup time. `bin/bootstrap.mjs` decides
 * when to build and into which folder.
 */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'server', 'dist', 'server');
const versions = dirname(folder);
// Number of builds to keep. Processes that were started from an older build may still be running.
const kept = 3;
// These packages are not bundled, because they read files next to their sources or are loaded by name. The last two
// packages are loaded when the first agent connects.
const loadedByName = [
  /^pino/,
  /^ffi-rs$/,
  /^pg-native$/,
  /^oidc-provider$/,
  /^@modelcontextprotocol\/server$/,
];
const heavyExports = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);
const leanName = '\0lean-http';

/**
 * Preserves `import.meta.dirname` of each source file, because migrations and child processes are found relative to it.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { id: /\/(?:server|contract)\/src\// },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/**
 * Leaves out three exports of `node:http` that Waypost does not use. An import evaluates all exports, and these three
 * load a second HTTP client, which takes longer than everything else that a small command does.
 */
const leanHttp: Plugin = {
  name: 'lean-http',
  resolveId: (id) => (id === 'node:http' ? leanName : undefined),
  load: (id) => {
    if (id !== leanName) return undefined;
    const names = Object.keys(http).filter((name) => !heavyExports.has(name));
    return [
      `const http = process.getBuiltinModule('node:http');`,
      'export default http;',
      `export const { ${names.join(', ')} } = http;`,
    ].join('\n');
  },
};

const bundle = await rolldown({
  cwd: root,
  input: { main: join(root, 'server', 'src', 'cli', 'main.ts') },
  platform: 'node',
  external: loadedByName,
  plugins: [ownPlaces, leanHttp],
  // Tree shaking would remove calls whose only purpose is to throw an error, such as decodeURIComponent in a try block.
  treeshake: false,
});
const unfinished = `${folder}.${process.pid}`;
try {
  await bundle.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // The default also removes code that seems to have no effect, even with tree shaking turned off.
    minify: false,
  });
  renameSync(unfinished, folder);
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true });
  // If another process created the same build first, its build is used.
  if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

const newestFirst = readdirSync(versions)
  .map((name) => ({ path: join(versions, name), at: statSync(join(versions, name)).mtimeMs }))
  .toSorted((one, other) => other.at - one.at);
for (const { path } of newestFirst.slice(kept)) rmSync(path, { recursive: true, force: true });
