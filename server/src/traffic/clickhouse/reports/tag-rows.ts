import type { QueryParameters } from '../query-parameters.ts';
import { fromWorkspaceRows } from '../workspace-rows.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { summedColumns } from './metric-sql.ts';

type TagFilter = {
  // `FROM` clause with the conditions. They include `addsNoTags`.
  rows: string;
  // Conditions that apply to all rows of a visit.
  visitConditions: readonly string[];
  tagConditions: readonly string[];
  isGrouped: boolean;
  timeColumn: 'visit_time' | 'counted_time';
};

// The columns are listed explicitly, because `*` does not include all of them.
const { tag: _, ...ownColumns } = dimensionColumns;
const columns = [...new Set([...Object.values(ownColumns), ...summedColumns, 'visit_id'])];

export const addsNoTags = "NOT (type = 'adjustment' AND has(reasons, 'tag'))";

/**
 * Joins rows with the tags of their visits. Tags may be added later, in separate rows, and apply to all rows of the
 * visit, so they are first collected per visit. Rows that only add tags are excluded: they add nothing to the totals,
 * and if such a row was stored before its visit, it would appear in the report as a row of zeros. If the report is
 * grouped by tag, a row appears once per tag, or once if it has no tags. Otherwise, a row appears once if any of its
 * tags matches.
 */
export function fromTaggedRows(
  parameters: QueryParameters,
  workspaceId: string,
  { rows, timeColumn, visitConditions, tagConditions, isGrouped }: TagFilter,
): string {
  const tagged = fromWorkspaceRows(parameters, workspaceId, [...visitConditions, 'notEmpty(tags)']);
  const joined = `
    SELECT ${[...columns, timeColumn].join(', ')}, if(visit_id = toUUID('${noId}'), own_tags, tags_of_visit) AS all_tags
    FROM (SELECT ${[...columns, timeColumn].join(', ')}, tags AS own_tags ${rows}) AS found
    LEFT ANY JOIN (SELECT visit_id, groupUniqArrayArray(tags) AS tags_of_visit ${tagged} GROUP BY visit_id) AS tagged
    USING (visit_id)`;
  const each = `if(empty(all_tags), [''], arrayMap(one -> toString(one), all_tags))`;
  const isMatch = tagConditions.length === 0 ? '1' : tagConditions.map((one) => `(${one})`).join(' AND ');
  if (isGrouped) return `FROM (SELECT *, arrayJoin(${each}) AS tag FROM (${joined})) WHERE ${isMatch}`;
  return `FROM (${joined}) WHERE arrayExists(tag -> ${isMatch}, ${each})`;
}
