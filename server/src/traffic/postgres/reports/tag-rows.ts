type TagQuestion = {
  /** Of the rows that are counted. */
  conditions: string;
  /** Those of them that hold for all rows of a visit. */
  visitConditions: string;
  /** What `tag` has to be, if anything. */
  tagConditions: readonly string[];
  isGrouped: boolean;
};

const bringsTags = "type = 'adjustment' AND coalesce('tag' = ANY(reasons), false)";

/**
 * Rows with the tags of their visits. Tags may come late, in rows of their own, and hold for everything that the visit
 * did before and after; so they are gathered visit by visit first. Those rows count nothing, and are left out themselves:
 * one that came before its visit knows nothing of it, and would be a row of zeros in the report. Grouped by tag a row
 * stands once for each of them, and once without any; otherwise once, if one of them fits.
 */
export function fromTaggedRows({
  conditions,
  visitConditions,
  tagConditions,
  isGrouped,
}: TagQuestion): string {
  const tagged = `SELECT visit_id, array_agg(DISTINCT one) AS tags_of_visit
    FROM traffic.events CROSS JOIN LATERAL unnest(tags) AS one
    WHERE ${visitConditions} AND tags IS NOT NULL AND visit_id IS NOT NULL GROUP BY visit_id`;
  const joined = `SELECT found.*, CASE WHEN found.visit_id IS NULL THEN found.tags ELSE tags_of_visit END AS all_tags
    FROM (SELECT * FROM traffic.events WHERE ${conditions} AND NOT (${bringsTags})) AS found LEFT JOIN (${tagged}) AS tagged USING (visit_id)`;
  const each = `unnest(coalesce(nullif(all_tags, '{}'), ARRAY[NULL]::text[])) AS each (tag)`;
  const isMeant = tagConditions.length === 0 ? 'true' : tagConditions.map((one) => `(${one})`).join(' AND ');
  if (isGrouped)
    return `FROM (SELECT joined.*, tag COLLATE "C" AS tag FROM (${joined}) AS joined CROSS JOIN LATERAL ${each}) AS tagged_rows WHERE ${isMeant}`;
  return `FROM (${joined}) AS joined WHERE EXISTS (SELECT FROM ${each} WHERE ${isMeant})`;
}
