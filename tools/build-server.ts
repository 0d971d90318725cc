/**
 * Puts the server and the libraries it uses together into a few files, which a role loads in half the time. The start
 * says when, and into which folder.
 */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'server', 'dist', 'server');
const versions = dirname(folder);
// Those before the newest may still run somewhere.
const kept = 3;
// They look for files of their own, or are loaded by their name; the last two only once an agent comes.
const loadedByName = [
  /^pino/,
  /^ffi-rs$/,
  /^pg-native$/,
  /^oidc-provider$/,
  /^@modelcontextprotocol\/server$/,
];
const heavyExports = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);
const leanName = '\0lean-http';

/** What a source finds beside itself, such as migrations and the mains of child processes, stays where it is. */
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
 * Importing `node:http` reads each of its exports, and three of them load a second client: that alone costs more than
 * all the rest of a small command. Nobody here uses them.
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
  // It takes a call that can only throw for one that does nothing, such as decodeURIComponent in a try.
  treeshake: false,
});
const unfinished = `${folder}.${process.pid}`;
try {
  await bundle.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Even where nothing is made smaller, what seems without effect would be left out.
    minify: false,
  });
  renameSync(unfinished, folder);
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true });
  // Another process may have made the same meanwhile.
  if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

const newestFirst = readdirSync(versions)
  .map((name) => ({ path: join(versions, name), at: statSync(join(versions, name)).mtimeMs }))
  .toSorted((one, other) => other.at - one.at);
for (const { path } of newestFirst.slice(kept)) rmSync(path, { recursive: true, force: true });
