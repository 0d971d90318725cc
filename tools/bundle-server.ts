import { readFileSync } from 'node:fs';
import http from 'node:http';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'server', 'src');
// The first package contains native code. The second one is optional, and Waypost does not use it.
const external = ['ffi-rs', 'pg-native'];
const heavyExports = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);
const leanName = '\0lean-http';

// Bundles the server and its libraries into a few files in a folder `server/dist/…` of a checkout or package.
export async function bundleServer(folder: string, plugins: Plugin[] = []): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: join(sources, 'cli', 'main.ts') },
    platform: 'node',
    external,
    plugins: [relativeFiles(), leanHttp, ...plugins],
    // Tree shaking would remove calls whose only purpose is to throw an error, such as decodeURIComponent in a try
    // block.
    treeshake: false,
    // A library of `oidc-provider` uses `eval` for deprecated functions.
    onLog: (level, log, warn) => {
      if (log.code !== 'EVAL') warn(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    assetFileNames: '[name][extname]',
    // The default also removes code that seems to have no effect, even with tree shaking turned off.
    minify: false,
  });
  return output.filter((part) => part.type === 'chunk');
}

const fileUrl = /new URL\('([^']+)', import\.meta\.url\)|require\('(\.[^']+)'\)/g;

/**
 * Adjusts `new URL('file', import.meta.url)` and `require('./file')` to the place of the bundle. A TypeScript file
 * becomes an entry point of its own, which usually runs in a child process. Other files in the source folder are copied
 * next to the bundle. All other files and folders, such as migrations, stay where they are in the checkout or package.
 */
function relativeFiles(): Plugin {
  const names = new Map<string, string>();
  return {
    name: 'relative-files',
    transform: {
      filter: { id: /\/(?:server|contract)\/src\// },
      handler(code, id) {
        if (/import\.meta\.(?:dirname|filename)/.test(code))
          throw new Error(`${relative(root, id)}: use new URL('file', import.meta.url)`);
        return code.replaceAll(fileUrl, (_, url: string | undefined, required: string | undefined) => {
          const path = fileURLToPath(new URL(url ?? required ?? '', pathToFileURL(id)));
          const fromSources = relative(sources, path);
          if (fromSources.startsWith('..')) return urlOf(`../../../${relative(root, path)}`);
          const emitted = basename(path).replace(/\.ts$/, '.mjs');
          if ((names.get(emitted) ?? path) !== path)
            throw new Error(`${names.get(emitted)} and ${path} have the same name`);
          names.set(emitted, path);
          if (path.endsWith('.ts')) this.emitFile({ type: 'chunk', id: path, fileName: emitted });
          else this.emitFile({ type: 'asset', fileName: emitted, source: readFileSync(path) });
          return required === undefined ? urlOf(emitted) : `require('./${emitted}')`;
        });
      },
    },
  };
}

function urlOf(path: string): string {
  return `new URL(${JSON.stringify(path)}, import.meta.url)`;
}

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
