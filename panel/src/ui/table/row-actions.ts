const pageRows = 10;

/** Returns the index of the row that a key moves to, clamped to the list, or undefined for all other keys. */
export function targetOf(key: string, index: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}

// Returns true for the keys that open the menu of a row.
export function opensMenu({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'Enter' && !shiftKey);
}

/** Returns the rows from the anchor to the toggled row, and the selection state to apply to them. */
export function toggledRows(
  items: readonly { id: string }[],
  selection: Readonly<Record<string, boolean>> | undefined,
  { index, anchor }: { index: number; anchor: number },
): { ids: string[]; isSelected: boolean } {
  const rows = items.slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
  return {
    ids: rows.map(({ id }) => id),
    isSelected: selection?.[items[index]?.id ?? ''] !== true,
  };
}

/** Adds the workspace to the path of a row, so that the row opens in the same workspace in a new tab. */
export function inWorkspace(path: string, workspaceId: string): string {
  if (/[?&]ws=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}ws=${workspaceId}`;
}
