// Runs the shell blocks in docs/api-quickstart.md as written, in one shell.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { readBlocks, runExamples } from '../../src/testing/product/shell-examples.ts';
import { rounds } from '../../src/testing/rounds.ts';

const blocks = readBlocks('api-quickstart.md');

let product: Product;

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

test('the quickstart contains no placeholder that a reader has to replace', () => {
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => !line.startsWith('#'));
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((line) => /…|\bID\b|[0-9a-f]{8}-[0-9a-f]{4}-|wpk_/.test(line))).toEqual([]);
});

test('the quickstart leads from an empty workspace to a conversion in the report', () => {
  const written = blocks.join('\n');
  // A short run loads five days of sample traffic, because a month takes more time than all other commands together.
  const short = written.replace(/^npx waypost demo .+$/m, '$& --days 5');
  expect(short).not.toBe(written);
  const script = rounds(0, 1) === 1 ? written : short;
  const { code, output } = runExamples(product, script);
  expect(output).not.toContain('"ok":false');
  expect(code, output).toBe(0);
  expect(output).toMatch(/^location: https:\/\/example\.com\/quiz\?cid=\w+/m);
  expect(output).toMatch(/^location: https:\/\/example\.org\/\?click=\w+&zone=spring/m);
  expect(output).toMatch(
    /"visits":1,"lpclicks":1,"conversions":1,"cost":0\.01,"revenue":12\.5,"profit":12\.49/,
  );
  expect(output).toMatch(/"verdict":"\w+"/);
});
