// Automatic backups of an installation whose backup folder works, is blocked by a file, or is used during a stop.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { readFirstAccess, replaceFirstPassword } from '../../src/testing/browser/panel-access.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { launch, runCommand } from '../../src/testing/product/product.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { newDirectory, start } = useProducts();

const passphrase = 'a passphrase for automatic backups';

function environmentWith(folder: string): Record<string, string> {
  return { ...lightStoreEnvironment, WAYPOST_BACKUP_TO: folder, WAYPOST_BACKUP_PASSPHRASE: passphrase };
}

const listFolder = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('waypost-'));

test('an installation without a backup makes one shortly after its start, and no second one', async () => {
  const folder = makeTemporaryDirectory();
  // Within the last minutes, so that a second backup would be due at once if the first one did not count.
  const time = new Date(Date.now() - 120_000).toISOString().slice(11, 16);
  const product = await start({ environment: { ...environmentWith(folder), WAYPOST_BACKUP_TIME: time } });
  const panel = await replaceFirstPassword(product.urls.panel, readFirstAccess(product.dataDirectory));
  expect((await panel.getSystemHealth()).backups).toMatchObject({ failure: null });
  await waitUntil(async () => (await panel.getSystemHealth()).backups.last !== null);
  const { backups } = await panel.getSystemHealth();
  const [name = ''] = listFolder(folder);
  expect(backups).toEqual({
    last: {
      at: expect.any(String) as string,
      durationMs: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      folder: join(folder, name),
    },
    failure: null,
    nextAt: expect.stringContaining(`T${time}:00.000Z`) as string,
  });
  expect(existsSync(join(folder, name, 'secrets.sealed'))).toBe(true);
  expect(listFolder(folder)).toHaveLength(1);
  await product.stop();
  expect(product.output()).toContain('automatic backup completed');
  expect(product.output()).not.toContain(passphrase);
});

test('a failed backup is shown with its reason, and a later backup by hand ends the failure', async () => {
  const folder = join(makeTemporaryDirectory(), 'backups');
  writeFileSync(folder, '');
  const product = await start({ environment: environmentWith(folder) });
  const panel = await replaceFirstPassword(product.urls.panel, readFirstAccess(product.dataDirectory));
  await waitUntil(async () => (await panel.getSystemHealth()).backups.failure !== null);
  const { backups } = await panel.getSystemHealth();
  expect(backups).toMatchObject({
    last: null,
    failure: { reason: expect.stringContaining(folder) as string },
  });
  const failedAt = new Date(backups.failure?.at ?? '').getTime();
  expect(new Date(backups.nextAt ?? '').getTime()).toBe(failedAt + 3_600_000);
  const listAlerts = async () =>
    (await panel.getAttention()).items.flatMap(({ kind, message }) =>
      kind === 'overdue-backup' ? [message] : [],
    );
  expect(await listAlerts()).toEqual([`The last backup failed: ${backups.failure?.reason}`]);

  rmSync(folder);
  expect(runCommand(product, ['backup', folder])).toMatchObject({ code: 0 });
  expect((await panel.getSystemHealth()).backups).toMatchObject({
    last: { folder: expect.stringContaining(folder) as string },
    failure: backups.failure,
  });
  expect(await listAlerts()).toEqual([]);
  await product.stop();
  expect(product.output()).toContain('automatic backup failed, retrying in an hour');
});

async function stopDuringBackup(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const folder = makeTemporaryDirectory();
  const environment = environmentWith(folder);
  const product = await start({ environment });
  const { dataDirectory } = product;
  await waitUntil(() => listFolder(folder).length > 0);
  product.process.kill(signal);
  expect(await product.exited).toBe(signal === 'SIGTERM' ? 0 : null);
  const stateFile = join(dataDirectory, 'last-backup.json');
  await start({ dataDirectory, environment });
  await waitUntil(() => existsSync(stateFile));
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).not.toHaveProperty('failure');
  expect(listFolder(folder)).toEqual([expect.stringMatching(/Z$/)]);
}

test('a backup that is running when the supervisor gets SIGKILL ends, and the next start makes another one', async () => {
  await stopDuringBackup('SIGKILL');
});

fullTest(
  'a backup that is running when the supervisor gets SIGTERM ends, and the next start makes another one',
  async () => {
    await stopDuringBackup('SIGTERM');
  },
);

test('a start with a backup folder but without a passphrase is rejected', async () => {
  const { WAYPOST_BACKUP_PASSPHRASE: _, ...environment } = environmentWith(makeTemporaryDirectory());
  const product = launch({ dataDirectory: newDirectory(), environment });
  expect(await product.exited).toBe(exitCodes.configuration);
  expect(product.output()).toContain('Set WAYPOST_BACKUP_PASSPHRASE_FILE or WAYPOST_BACKUP_PASSPHRASE.');
});
