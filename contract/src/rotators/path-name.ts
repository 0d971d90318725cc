// Name of a path that the panel creates to block visitors.
export const blockPathName = 'Block';

// Returns the name to show for a path. The name of a path that blocks visitors starts with “Block”.
export function formatPathName({ name, blocks = false }: { name: string; blocks?: boolean }): string {
  if (!blocks) return name;
  return name.toLowerCase() === blockPathName.toLowerCase() ? blockPathName : `${blockPathName}: ${name}`;
}
