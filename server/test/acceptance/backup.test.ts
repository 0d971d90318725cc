// Runs the commands for embedded engines in docs/operator/backup.md as written.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { environmentFor } from '../../src/testing/machine.ts';
import { makePreparedDirectory } from '../../src/testing/product/prepared-directory.ts';
import { readEngineAddresses, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operator/backup.md'), 'utf8');

function commandsOf(from: string, to: string): string[] {
  const section = page.slice(page.indexOf(from), page.indexOf(to));
  const blocks = [...section.matchAll(/```sh\n(?<block>[\s\S]*?)```/g)];
  return blocks.flatMap(({ groups }) => (groups?.['block'] ?? '').trimEnd().split(/\n(?! )/));
}

const backUp = commandsOf('## Embedded engines', '### Restore');
const restore = commandsOf('### Restore', '## External engines');

async function sendConversion(
  { link }: TrackedWorkspace,
  eventLink: string,
  transaction: string,
): Promise<void> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const [, clickId] = /[?&]cid=([0-9A-Za-z]+)/.exec(headers.get('location') ?? '') ?? [];
  const { status } = await fetch(`${eventLink}?cid=${clickId}&payout=2&txid=${transaction}`);
  expect(status).toBe(200);
}

async function listConversions(product: Product): Promise<unknown[]> {
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 1 });
  try {
    const { rows } = await database.asSystem((executor) =>
      sql`SELECT id, transaction_id FROM conversions ORDER BY id`.execute(executor),
    );
    return rows;
  } finally {
    await database.close();
  }
}

describeLightStores('with traffic in %s', (store) => {
  test('a backup of the data directory restores every visit and conversion exactly once', async () => {
    const machine = makeTemporaryDirectory();
    const dataDirectory = join(machine, 'var', 'lib', 'waypost', 'data');
    for (const path of [dirname(dataDirectory), join(machine, 'backup')])
      mkdirSync(path, { recursive: true });
    const environment = environmentFor(store);
    renameSync(makePreparedDirectory(environment), dataDirectory);
    let product = await startProduct({ dataDirectory, environment });
    onTestFinished(async () => {
      await product.stop();
      removeDataDirectory(machine);
    });
    const run = async (line: string) => {
      if (line === 'sudo systemctl stop waypost') expect(await product.stop()).toBe(0);
      else if (line === 'sudo systemctl start waypost')
        product = await startProduct({ dataDirectory, environment });
      else if (line === 'sudo waypost doctor')
        expect(runCommand(product, ['doctor'])).toMatchObject({ code: 0 });
      else {
        const localLine = line
          .replaceAll('sudo ', '')
          .replaceAll(/\/(?=var\/lib|backup\/)/g, `${machine}/`)
          .replaceAll(/\d{4}-\d\d-\d\d/g, '$(date +%F)');
        const { status, stderr } = spawnSync('bash', ['-c', localLine], { encoding: 'utf8' });
        expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' });
      }
    };
    const tracked = await trackWorkspace(product);
    const links = [
      'campaign',
      'links',
      '--workspace',
      tracked.workspaceId,
      '--campaign',
      tracked.campaignId,
      '--json',
    ];
    const { event } = lastJson<{ event: string }>(runCommand(product, links));
    const eventLink = () => `${product.urls.edge}${new URL(event).pathname}`;
    const read = async (conversions: number) => {
      const all = await pollUntil(
        async () => {
          const rows = await readRecordedRows(readTrafficAddress(product), tracked.workspaceId);
          return rows.filter(({ type }) => type === 'event').length >= conversions ? rows : undefined;
        },
        { timeoutMs: hangLimitMs, intervalMs: 100 },
      );
      return (all ?? []).map(({ id }) => String(id)).toSorted();
    };
    for (let index = 0; index < 5; index += 1) await sendConversion(tracked, eventLink(), `t${index}`);
    const recorded = await read(5);
    const conversions = await listConversions(product);
    for (const line of backUp) await run(line);
    await sendConversion(
      { ...tracked, link: `${product.urls.edge}/c/${tracked.campaignId}` },
      eventLink(),
      'late',
    );
    await read(6);
    for (const line of restore) await run(line);
    expect(await read(5)).toEqual(recorded);
    expect(await listConversions(product)).toEqual(conversions);
  });
});
