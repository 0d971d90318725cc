import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import type { ReportRow, ReportValues } from '../../lib/reports/compare-rows.ts';
import type { ReportFilter, ReportValue } from './report-search.ts';

// Row of the table. In a tree, its level is the number of rows above it.
export type TableReportRow = ReportRow & {
  level: number;
  // Values of the dimensions down to this level, or of all dimensions in a flat table.
  keys: readonly ReportValue[];
  // Text instead of values, for example while rows are loading.
  note?: string;
};

export type Branch = {
  rows: readonly ReportRow[] | undefined;
  totalRows: number;
  error: Error | null;
};

export function idOfKeys(keys: readonly ReportValue[]): string {
  return JSON.stringify(keys);
}

export function keysOfId(id: string): ReportValue[] {
  return JSON.parse(id) as ReportValue[];
}

type Tree = {
  levels: readonly DimensionId[];
  // Values of the drill-down above the table. Rows below different ones are opened independently.
  above: readonly ReportValue[];
  // Rows below each open row, by its ID.
  branches: ReadonlyMap<string, Branch>;
};

export function treeRows(rows: readonly ReportRow[], tree: Tree): TableReportRow[] {
  return rowsBelow(rows, [], {}, tree);
}

function rowsBelow(
  rows: readonly ReportRow[],
  keysAbove: readonly ReportValue[],
  valuesAbove: ReportValues,
  tree: Tree,
): TableReportRow[] {
  const level = keysAbove.length;
  const dimension = tree.levels[level] ?? 'campaign';
  return rows.flatMap((row) => {
    const keys = [...keysAbove, row.values[dimension] ?? null];
    const id = idOfKeys([...tree.above, ...keys]);
    const shown: TableReportRow = { ...row, id, level, keys, values: { ...valuesAbove, ...row.values } };
    const branch = tree.branches.get(id);
    return branch === undefined ? [shown] : [shown, ...rowsOfBranch(branch, shown, tree)];
  });
}

function rowsOfBranch(branch: Branch, parent: TableReportRow, tree: Tree): TableReportRow[] {
  const { keys, level, values } = parent;
  const dimension = tree.levels[level] ?? 'campaign';
  const note = (text: string): TableReportRow => ({
    id: `${parent.id} ${text}`,
    values: {},
    before: undefined,
    level: level + 1,
    keys,
    note: text,
  });
  if (branch.error !== null) return [note('Not loaded. Close and open the row to try again.')];
  if (branch.rows === undefined) return [note('Loading…')];
  const above = Object.fromEntries(Object.entries(values).filter(([id]) => isAbove(id, tree, level)));
  const below = rowsBelow(branch.rows, keys, { ...above, [dimension]: keys.at(-1) ?? null }, tree);
  const rest = branch.totalRows - branch.rows.length;
  if (below.length === 0) return [note('No rows')];
  return rest > 0 ? [...below, note(`${rest.toLocaleString('en')} more. Open the row to see all.`)] : below;
}

function isAbove(id: string, { levels }: Tree, level: number): boolean {
  return levels.slice(0, level).some((dimension) => dimension === id);
}

export const branchRowsMax = 200;

// Returns the definition of the rows below an open row. A sort order by name applies to the names of each level.
export function branchDefinition(
  definition: PanelReportDefinition,
  levels: readonly DimensionId[],
  keys: readonly ReportValue[],
): PanelReportDefinition {
  const dimension = levels[keys.length] ?? 'campaign';
  const { sortBy, filters = [], ...rest } = definition;
  const path = keys.map((value, at): ReportFilter => ({
    field: levels[at] ?? 'campaign',
    op: 'is',
    values: [value],
  }));
  const isByName = sortBy !== undefined && levels.some((id) => id === sortBy);
  return {
    ...rest,
    dimensions: [dimension],
    filters: [...filters, ...path],
    ...(sortBy === undefined ? {} : { sortBy: isByName ? dimension : sortBy }),
  };
}
