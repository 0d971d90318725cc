// Runs the shell examples on the API pages as written, one page after another in one shell.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { readBlocks, runExamples } from '../../src/testing/product/shell-examples.ts';

const password = 'heron-lattice-quarry-71';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const createPerson = `echo '${password}' | npx waypost user create --email anna@example.com \\
  --role owner --password-stdin --keep-password\n`;

/** Shell commands that create the records to which the examples refer by ID or name. */
const createRecords = `
create() { curl -s "$PANEL/$1" -b session.txt -H 'Sec-Fetch-Site: same-origin' \\
  -H 'Content-Type: application/json' -d "$2" | jq -r .data.id; }
SOURCE=$(create traffic-sources '{"name": "Source"}')
ROTATOR=$(create rotators '{"name": "Rotator"}')
for NAME in 'Spring sale' Summer; do
  create campaigns '{"name": "'"$NAME"'", "trafficSourceId": "'$SOURCE'",
    "destination": {"mode": "use_rotator", "rotatorId": "'$ROTATOR'"}}'
done\n`;

// Prints a report response for the test to check, because curl succeeds regardless of the response status.
const checkReport = `curl -s "$WAYPOST/api/v1/reports?from=2026-11-01&to=2026-11-30&dimensions=country&filter=$filter" \\
  -H "Authorization: Bearer $TOKEN"\n`;

function writeScript(): string {
  const readRules = readBlocks('panel-api.md').find((block) => block.includes('/rules')) ?? '';
  return [
    createPerson,
    ...readBlocks('api.md'),
    ...readBlocks('panel-api.md').filter((block) => block !== readRules),
    createRecords,
    readRules,
    ...readBlocks('reports.md'),
    checkReport,
    ...readBlocks('events-feed.md'),
    ...readBlocks('exports.md'),
    ...readBlocks('imports.md'),
  ]
    .join('\n')
    .replaceAll('"password": "…"', `"password": "${password}"`)
    .replaceAll('rotators/ID/', 'rotators/$ROTATOR/')
    .replaceAll('--workspace ID', '--workspace "$WORKSPACE"');
}

test('the examples on the API pages work as written', ({ skip }) => {
  if (spawnSync('jq', ['--version']).error !== undefined) skip('jq is not installed');
  const [conversions = '', costs = ''] = readBlocks('imports.md', 'csv');
  const files = {
    'conversions.csv': conversions,
    'costs.csv': costs,
    'spend.csv': 'campaign,date,Spend,Notes\nSummer,2026-11-15,12.50,checked\n',
  };
  const { code, output, directory } = runExamples(product, writeScript(), files);
  expect(output).not.toContain('"ok":false');
  expect(code, output).toBe(0);
  expect(output.match(/"freshness"/g)).toHaveLength(4);
  expect(output).toContain('"name":"Sweepstake"');
  expect(output.match(/^3 lines, /gm)).toHaveLength(2);
  expect(output).toContain('"fileName":"spend.csv"');
  expect(readFileSync(join(directory, 'report.csv'), 'utf8')).toMatch(/^day,campaign,campaignName,visits,/);
  expect(gunzipSync(readFileSync(join(directory, 'events.csv.gz'))).toString()).toMatch(/^id,/);
});
