/** Runs the shell blocks of docs/api-quickstart.md as they are written, in one shell. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lightest } from '../../src/testing/machine.ts';
import {
  command,
  removeDataDirectory,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/api-quickstart.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

let product: Product;

beforeAll(async () => {
  product = await startProduct({ environment: lightest });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

/** Pastes the blocks into a shell whose `npx waypost` is the command under test. */
function runBlocks(): { code: number | null; output: string } {
  const folder = makeTemporaryDirectory();
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`);
  chmodSync(npx, 0o755);
  const { panel, edge } = product.urls;
  const text = blocks.join('\n').replaceAll('http://127.0.0.1:8080', panel);
  // A file, not standard input: commands of the script would read from that.
  const script = join(folder, 'quickstart.sh');
  writeFileSync(script, text.replaceAll('http://127.0.0.1:8090', edge));
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', script], {
    cwd: folder,
    env: { ...product.environment, PATH: [folder, process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { code: status, output: `${stdout}\n${stderr}` };
}

test('the quickstart contains no placeholder that a reader has to replace', () => {
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => !line.startsWith('#'));
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((line) => /…|\bID\b|[0-9a-f]{8}-[0-9a-f]{4}-|wpk_/.test(line))).toEqual([]);
});

test('the quickstart leads from an empty workspace to a conversion in the report', () => {
  const { code, output } = runBlocks();
  expect(output).not.toContain('"ok":false');
  expect(code, output).toBe(0);
  expect(output).toMatch(/^location: https:\/\/example\.com\/quiz\?cid=\w+/m);
  expect(output).toMatch(/^location: https:\/\/example\.org\/\?click=\w+&zone=spring/m);
  expect(output).toMatch(
    /"visits":1,"lpclicks":1,"conversions":1,"cost":0\.01,"revenue":12\.5,"profit":12\.49/,
  );
  expect(output).toMatch(/"verdict":"\w+"/);
});
