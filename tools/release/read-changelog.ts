// Returns the text of a version's section in the changelog, or undefined if there is none or it has no date.
export function readChangelogSection(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n');
  const heading = version === 'Unreleased' ? '## [Unreleased]' : `## [${version}] - `;
  const isDated = (line: string) =>
    version === 'Unreleased' || /^\d{4}-\d\d-\d\d$/.test(line.slice(heading.length));
  const start = lines.findIndex((line) => line.startsWith(heading) && isDated(line));
  if (start === -1) return undefined;
  const after = lines.slice(start + 1);
  const length = after.findIndex((line) => line.startsWith('## '));
  const text = (length === -1 ? after : after.slice(0, length)).join('\n').trim();
  return text === '' ? undefined : text;
}

// Relative links in the changelog lead to files of the repository, which have no address in the notes.
export function writeReleaseNotes(version: string, section: string): string {
  const text = section.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
  return `# Waypost ${version}\n\n${text}\n`;
}
