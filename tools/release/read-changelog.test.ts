import { describe, expect, it } from 'vitest';
import { readChangelogSection, writeReleaseNotes } from './read-changelog.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- [Soon](docs/soon.md)

## [1.10.0] - 2027-01-02

- Newer

## [1.1.0] - 2027-01-01

- First
`;

describe('a section of the changelog', () => {
  it.each([
    ['1.10.0', '- Newer'],
    ['1.1.0', '- First'],
    ['Unreleased', '### Added\n\n- [Soon](docs/soon.md)'],
  ])('%s ends at the next version', (version, text) => {
    expect(readChangelogSection(changelog, version)).toBe(text);
  });

  it.each(['1.1', '1.0.0', '1.10'])('is not found for %s, which the changelog does not have', (version) => {
    expect(readChangelogSection(changelog, version)).toBeUndefined();
  });

  it('is not found without a date', () => {
    expect(readChangelogSection('## [2.0.0] - Unreleased\n\n- Text\n', '2.0.0')).toBeUndefined();
  });

  it('is not found without text', () => {
    expect(
      readChangelogSection('## [Unreleased]\n\n## [2.0.0] - 2027-01-01\n', 'Unreleased'),
    ).toBeUndefined();
  });
});

it('release notes keep the text of relative links and the target of others', () => {
  const section = 'See [HTTPS](docs/https.md) and [the format](https://example.com/format).';
  expect(writeReleaseNotes('1.2.0', section)).toBe(
    '# Waypost 1.2.0\n\nSee HTTPS and [the format](https://example.com/format).\n',
  );
});
