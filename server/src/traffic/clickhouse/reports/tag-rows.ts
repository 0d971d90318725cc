import type { QueryParameters } from '../query-parameters.ts';
import { fromWorkspaceRows } from '../workspace-rows.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { summedColumns } from './metric-sql.ts';

type TagQuestion = {
  /** Of the rows that are counted; those about the campaign and the time hold for their tags too. */
  conditions: readonly string[];
  visitConditions: readonly string[];
  /** What `tag` has to be, if anything. */
  tagConditions: readonly string[];
  isGrouped: boolean;
};

// Named one by one: some are not among those that a star means.
const { tag: _, ...ownColumns } = dimensionColumns;
const columns = [...new Set([...Object.values(ownColumns), ...summedColumns, 'visit_id', 'visit_time'])];

const bringsTags = "type = 'adjustment' AND has(reasons, 'tag')";

/**
 * Rows with the tags of their visits. Tags may come late, in rows of their own, and hold for everything that the visit
 * did before and after; so they are gathered visit by visit first. Those rows count nothing, and are left out themselves:
 * one that came before its visit knows nothing of it, and would be a row of zeros in the report. Grouped by tag a row
 * stands once for each of them, and once without any; otherwise once, if one of them fits.
 */
export function fromTaggedRows(
  parameters: QueryParameters,
  workspaceId: string,
  { conditions, visitConditions, tagConditions, isGrouped }: TagQuestion,
): string {
  const rows = fromWorkspaceRows(parameters, workspaceId, [...conditions, `NOT (${bringsTags})`]);
  const tagged = fromWorkspaceRows(parameters, workspaceId, [...visitConditions, 'notEmpty(tags)']);
  const joined = `
    SELECT ${columns.join(', ')}, if(visit_id = toUUID('${noId}'), own_tags, tags_of_visit) AS all_tags
    FROM (SELECT ${columns.join(', ')}, tags AS own_tags ${rows}) AS found
    LEFT ANY JOIN (SELECT visit_id, groupUniqArrayArray(tags) AS tags_of_visit ${tagged} GROUP BY visit_id) AS tagged
    USING (visit_id)`;
  const each = `if(empty(all_tags), [''], arrayMap(one -> toString(one), all_tags))`;
  const isMeant = tagConditions.length === 0 ? '1' : tagConditions.map((one) => `(${one})`).join(' AND ');
  if (isGrouped) return `FROM (SELECT *, arrayJoin(${each}) AS tag FROM (${joined})) WHERE ${isMeant}`;
  return `FROM (${joined}) WHERE arrayExists(tag -> ${isMeant}, ${each})`;
}
