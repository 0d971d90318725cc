type TagFilter = {
  // Table or subquery, with the conditions. They include `addsNoTags`.
  rows: string;
  // Conditions that apply to all rows of a visit.
  visitConditions: string;
  tagConditions: readonly string[];
  isGrouped: boolean;
};

export const addsNoTags = "NOT (type = 'adjustment' AND coalesce('tag' = ANY(reasons), false))";

/**
 * Joins rows with the tags of their visits. Tags may be added later, in separate rows, and apply to all rows of the
 * visit, so they are first collected per visit. Rows that only add tags are excluded: they add nothing to the totals,
 * and if such a row was stored before its visit, it would appear in the report as a row of zeros. If the report is
 * grouped by tag, a row appears once per tag, or once if it has no tags. Otherwise, a row appears once if any of its
 * tags matches.
 */
export function fromTaggedRows({ rows, visitConditions, tagConditions, isGrouped }: TagFilter): string {
  const tagged = `SELECT visit_id, array_agg(DISTINCT one) AS tags_of_visit
    FROM traffic.events CROSS JOIN LATERAL unnest(tags) AS one
    WHERE ${visitConditions} AND tags IS NOT NULL AND visit_id IS NOT NULL GROUP BY visit_id`;
  const joined = `SELECT found.*, CASE WHEN found.visit_id IS NULL THEN found.tags ELSE tags_of_visit END AS all_tags
    FROM (SELECT * FROM ${rows}) AS found LEFT JOIN (${tagged}) AS tagged USING (visit_id)`;
  const each = `unnest(coalesce(nullif(all_tags, '{}'), ARRAY[NULL]::text[])) AS each (tag)`;
  const isMatch = tagConditions.length === 0 ? 'true' : tagConditions.map((one) => `(${one})`).join(' AND ');
  if (isGrouped)
    return `FROM (SELECT joined.*, tag COLLATE "C" AS tag FROM (${joined}) AS joined CROSS JOIN LATERAL ${each}) AS tagged_rows WHERE ${isMatch}`;
  return `FROM (${joined}) AS joined WHERE EXISTS (SELECT FROM ${each} WHERE ${isMatch})`;
}
