import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles, planRelease } from './plan-release.ts';

let checkout: string;
const write = (name: string, text: string) => writeFileSync(join(checkout, name), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: checkout,
    stdio: 'pipe',
    env: { ...process.env, GIT_COMMITTER_DATE: '2027-01-02T03:04:05Z' },
  });
const commit = () => {
  git('add', '.');
  git('commit', '--quiet', '--message', 'Change');
};
const section = '## [1.2.0] - 2027-01-02\n\n- Change\n';

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'waypost-plan-'));
  git('init', '--quiet');
  write('package.json', JSON.stringify({ version: '1.2.0' }));
  write('CHANGELOG.md', section);
  commit();
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe('a release', () => {
  it('has the version of package.json, the changes of that version, and the time of the commit', () => {
    const committedAt = new Date('2027-01-02T03:04:05Z');
    expect(planRelease(checkout, undefined)).toEqual({ version: '1.2.0', committedAt, changes: '- Change' });
  });

  it.each([
    ['a changed file', () => write('CHANGELOG.md', `${section}\n`)],
    ['a new file', () => write('new.txt', '')],
  ])('is refused with %s', (_, change) => {
    change();
    expect(() => planRelease(checkout, undefined)).toThrow('uncommitted changes');
  });

  it.each([
    ['no section for its version', '## [1.1.0] - 2027-01-01\n\n- Change\n'],
    ['a section without a date', '## [1.2.0] - Unreleased\n\n- Change\n'],
    ['a section without text', '## [1.2.0] - 2027-01-02\n'],
  ])('is refused if the changelog has %s', (_, changelog) => {
    write('CHANGELOG.md', changelog);
    commit();
    expect(() => planRelease(checkout, undefined)).toThrow('CHANGELOG.md has no section "## [1.2.0]');
  });

  it('is refused while the changelog lists unreleased changes', () => {
    write('CHANGELOG.md', `## [Unreleased]\n\n- Later\n\n${section}`);
    commit();
    expect(() => planRelease(checkout, undefined)).toThrow('unreleased changes');
  });

  it('is refused if its tag belongs to an older commit, and repeated for the tagged commit', () => {
    git('tag', 'v1.2.0');
    expect(planRelease(checkout, undefined).version).toBe('1.2.0');
    write('new.txt', '');
    commit();
    expect(() => planRelease(checkout, undefined)).toThrow('The tag v1.2.0 belongs to a different commit');
  });

  it('is refused outside of a git checkout', () => {
    rmSync(join(checkout, '.git'), { recursive: true });
    expect(() => planRelease(checkout, undefined)).toThrow('needs a git checkout');
  });
});

describe('a preview', () => {
  it('may have uncommitted changes, and describes the unreleased ones', () => {
    write('CHANGELOG.md', `## [Unreleased]\n\n- Later\n\n${section}`);
    expect(planRelease(checkout, '1.3.0-preview.1')).toMatchObject({
      version: '1.3.0-preview.1',
      changes: '- Later',
    });
  });

  it.each(['next', '1.3', 'v1.3.0', '../1.3.0'])('is refused with the version %s', (version) => {
    expect(() => planRelease(checkout, version)).toThrow('is not a version');
  });
});

it('lists only files that git tracks', () => {
  write('stray.txt', '');
  expect(listFiles(checkout, ['.'])).toEqual(['CHANGELOG.md', 'package.json']);
});
