// The name of a migration that removes or changes something that older versions use starts with the oldest version that
// works afterward, such as 0014_requires_0_10_0_drop_old_column.sql. All other migrations only add, so that the
// previous version continues to work while they are applied and afterward.
const contractName = /^requires_(\d+)_(\d+)_(\d+)_/;

export function requiredVersion(name: string): string | undefined {
  const [, ...parts] = contractName.exec(name) ?? [];
  return parts.length === 0 ? undefined : parts.join('.');
}

// Pre-releases count as the version that they precede.
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [parse(version), parse(other)];
  const index = left.findIndex((part, place) => part !== right[place]);
  return index !== -1 && (left[index] ?? 0) < (right[index] ?? 0);
}

function parse(version: string): number[] {
  const [, ...parts] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (parts.length === 0) throw new Error(`not a version: ${version}`);
  return parts.map(Number);
}
