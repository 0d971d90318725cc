import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { readBackupState, recordBackupFailure, recordBackupSuccess } from './backup-state.ts';

const success = { durationMs: 1_200, bytes: 34, folder: '/backup/waypost-1' };

function touch(directory: string, at: Date): void {
  const file = join(directory, 'last-backup');
  writeFileSync(file, '');
  utimesSync(file, at, at);
}

describe('the backup state', () => {
  it('is empty without files, and if the file is damaged', () => {
    const directory = makeTemporaryDirectory();
    const empty = { last: undefined, failure: undefined };
    expect(readBackupState(directory)).toEqual(empty);
    for (const text of ['{"success":', '{"success":{"at":"soon"},"failure":{}}', 'null', '[]', '']) {
      writeFileSync(join(directory, 'last-backup.json'), text);
      expect(readBackupState(directory)).toEqual(empty);
    }
  });

  it('keeps the last success and the last failure', () => {
    const directory = makeTemporaryDirectory();
    recordBackupSuccess(directory, success);
    recordBackupFailure(directory, ' disk full\n');
    const { last, failure } = readBackupState(directory);
    expect(last).toEqual({ ...success, at: expect.any(Date) as Date });
    expect(failure).toEqual({ reason: 'disk full', at: expect.any(Date) as Date });
    recordBackupSuccess(directory, { ...success, bytes: 35 });
    recordBackupFailure(directory, 'x'.repeat(10_000));
    expect(readBackupState(directory).last).toMatchObject({ bytes: 35 });
    expect(readBackupState(directory).failure?.reason).toHaveLength(500);
  });

  it('has the time of last-backup if that file was touched after the last recorded success, and not in the future', () => {
    const directory = makeTemporaryDirectory();
    const past = new Date('2026-01-01T00:00:00Z');
    touch(directory, past);
    expect(readBackupState(directory).last).toEqual({ at: past });
    recordBackupSuccess(directory, success);
    expect(readBackupState(directory).last).toMatchObject(success);
    const later = new Date(Date.now() + 60_000);
    touch(directory, later);
    expect(readBackupState(directory, later).last).toEqual({ at: later });
    const earlier = new Date(later.getTime() - 1);
    expect(readBackupState(directory, earlier).last).toMatchObject(success);
  });

  it('is not recorded without a data directory', () => {
    const directory = join(makeTemporaryDirectory(), 'missing');
    recordBackupSuccess(directory, success);
    expect(readBackupState(directory).last).toBeUndefined();
  });
});
