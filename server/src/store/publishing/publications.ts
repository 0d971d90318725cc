import { sql } from 'kysely';
import type { IncomingKey } from '../../domain/conversions/columns.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import { publishRequestChannel } from './publish-requests.ts';

/** Channel on which edges are notified. The payload is empty. */
export const publishedChannel = 'waypost_published';

export type PublicationRow = { campaignId: string; workspaceId: string; version: number | null };

/** Queues a new campaign for its first compilation. Call this for every new campaign. */
export async function insertPublication(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
  now: Date,
): Promise<void> {
  await executor
    .insertInto('campaign_publications')
    .values({ campaign_id: campaignId, workspace_id: workspaceId, requested_at: now })
    .execute();
  await sql`SELECT pg_notify(${publishRequestChannel}, '')`.execute(executor);
}

const waiting = sql`campaign_publications WHERE requested > compiled`;
const unnumbered = sql`campaign_publications WHERE NOT is_numbered`;

export const duePublications = [waiting, unnumbered];

const columns = ['campaign_id as campaignId', 'workspace_id as workspaceId', 'version'] as const;

/** Locks a campaign's publication until the transaction ends, so that versions are created one at a time. */
export async function lockPublication(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<PublicationRow[]> {
  return await executor
    .selectFrom('campaign_publications')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .forNoKeyUpdate()
    .execute();
}

export async function claimWaiting(executor: Executor, limit: number): Promise<PublicationRow[]> {
  const { rows } = await sql<PublicationRow>`
    SELECT campaign_id AS "campaignId", workspace_id AS "workspaceId", version FROM ${waiting}
    ORDER BY requested_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(executor);
  return rows;
}

/**
 * Adds a version for each document that differs from the campaign's last version. Returns the version of each campaign.
 */
export async function saveVersions(
  executor: Executor,
  workspaceId: string,
  documents: Map<string, CampaignDocument>,
  now: Date,
): Promise<Map<string, number>> {
  const ids = [...documents.keys()];
  const texts = [...documents.values()].map((document) => JSON.stringify(document));
  const { rows } = await sql<{ campaignId: string; version: number }>`
    WITH incoming AS (
      SELECT campaign_id, document::jsonb AS document FROM unnest(${ids}::uuid[], ${texts}::text[]) AS given (campaign_id, document)
    ), latest AS (
      SELECT last.campaign_id, last.version, last.document FROM incoming, LATERAL (
        SELECT * FROM campaign_versions AS versions
        WHERE versions.campaign_id = incoming.campaign_id AND versions.workspace_id = ${workspaceId}
        ORDER BY version DESC LIMIT 1) AS last
    ), added AS (
      INSERT INTO campaign_versions (campaign_id, version, workspace_id, document, created_at)
      SELECT campaign_id, coalesce(latest.version, 0) + 1, ${workspaceId}, incoming.document, ${now}
      FROM incoming LEFT JOIN latest USING (campaign_id) WHERE incoming.document IS DISTINCT FROM latest.document
      RETURNING campaign_id, version
    )
    SELECT campaign_id AS "campaignId", coalesce(added.version, latest.version) AS version
    FROM incoming LEFT JOIN latest USING (campaign_id) LEFT JOIN added USING (campaign_id)`.execute(executor);
  return new Map(rows.map(({ campaignId, version }) => [campaignId, version]));
}

/**
 * Result of a compilation: a version, null if the campaign is not served, or a failure, in which case the current
 * version stays.
 */
export type Outcome = { campaignId: string } & ({ version: number | null } | { failure: string });

/** Marks the campaigns as compiled. Edges do not see the changes until `numberChanges` is called. */
export async function saveOutcomes(
  executor: Executor,
  workspaceId: string,
  outcomes: Outcome[],
): Promise<void> {
  const ids = outcomes.map(({ campaignId }) => campaignId);
  const versions = outcomes.map((outcome) => ('version' in outcome ? outcome.version : null));
  const failures = outcomes.map((outcome) => ('failure' in outcome ? outcome.failure : null));
  await sql`
    UPDATE campaign_publications AS publications SET
      compiled = requested,
      failure = outcome.failure,
      version = CASE WHEN outcome.failure IS NULL THEN outcome.version ELSE publications.version END,
      is_numbered = is_numbered AND (outcome.failure IS NOT NULL OR publications.version IS NOT DISTINCT FROM outcome.version)
    FROM unnest(${ids}::uuid[], ${versions}::int[], ${failures}::text[]) AS outcome (campaign_id, version, failure)
    WHERE ${isSame('publications.campaign_id', 'outcome.campaign_id')}
      AND (publications.workspace_id = ${workspaceId}) IS TRUE`.execute(executor);
  await sql`SELECT pg_notify(${publishRequestChannel}, '')`.execute(executor);
}

// At most this many changes are numbered in one update, so that the update stays within the statement timeout.
const numberedMax = 10_000;

/**
 * Assigns the next sequence number to committed changes and notifies the edges. Calls run one at a time, so that no
 * number becomes visible before a smaller number. Changes beyond `numberedMax` are left to the next call.
 */
export async function numberChanges(executor: Executor): Promise<number> {
  const { rows } = await sql`SELECT FROM ${unnumbered} LIMIT 1`.execute(executor);
  if (rows.length === 0) return 0;
  await executor.selectFrom('publication_clock').select('sequence').forNoKeyUpdate().execute();
  const { numAffectedRows = 0n } = await sql`
    WITH changed AS MATERIALIZED (
      SELECT campaign_id FROM ${unnumbered} LIMIT ${numberedMax} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE campaign_publications AS publications
    SET is_numbered = true, sequence = (SELECT sequence + 1 FROM publication_clock)
    FROM changed WHERE ${isSame('publications.campaign_id', 'changed.campaign_id')}`.execute(executor);
  if (numAffectedRows === 0n) return 0;
  await executor
    .updateTable('publication_clock')
    .set((eb) => ({ sequence: eb('sequence', '+', '1') }))
    .execute();
  await sql`SELECT pg_notify(${publishedChannel}, '')`.execute(executor);
  return Number(numAffectedRows);
}

/** Returns a sequence number. Data that is read after this call includes all changes up to that number. */
export async function readClock(executor: Executor): Promise<string> {
  const { sequence } = await executor
    .selectFrom('publication_clock')
    .select('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

export type ServedChange = {
  campaignId: string;
  number: number;
  sequence: string;
  version: number | null;
  /** JSON that an edge parses on the first visit. An archived campaign keeps its last document. */
  document: string | null;
  /**
   * Stored separately from the document, because keys can change without a new version and also apply to archived
   * campaigns.
   */
  incomingKeys: IncomingKey[];
};

const incomingKeys = sql`(
  SELECT json_agg(json_build_object('key', key, 'untilMs', until))
  FROM (VALUES (campaigns.incoming_key, NULL), (campaigns.previous_incoming_key, floor(extract(epoch FROM campaigns.previous_key_until) * 1000)::bigint)) AS keys (key, until)
  WHERE key IS NOT NULL)`;

export async function listServedChanges(
  executor: Executor,
  after: { sequence: string; campaignId: string },
  limit: number,
): Promise<ServedChange[]> {
  const { rows } = await sql<ServedChange>`
    SELECT publications.campaign_id AS "campaignId", campaigns.number, sequence, publications.version, last.document::text AS document,
      ${incomingKeys} AS "incomingKeys"
    FROM campaign_publications AS publications JOIN campaigns ON campaigns.id = publications.campaign_id
    LEFT JOIN LATERAL (
      SELECT document FROM campaign_versions AS versions
      WHERE versions.campaign_id = publications.campaign_id AND versions.version <= coalesce(publications.version, versions.version)
      ORDER BY versions.version DESC LIMIT 1) AS last ON true
    WHERE (sequence, publications.campaign_id) > (${after.sequence}::bigint, ${after.campaignId}::uuid)
    ORDER BY sequence, publications.campaign_id LIMIT ${limit}`.execute(executor);
  return rows;
}

/** Makes the edges reload a campaign whose document has not changed. */
export async function announceCampaign(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
): Promise<void> {
  await sql`UPDATE campaign_publications SET is_numbered = false
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId} AND compiled > 0`.execute(executor);
  await sql`SELECT pg_notify(${publishRequestChannel}, '')`.execute(executor);
}

type PublicationState = {
  campaignId: string;
  isWaiting: boolean;
  failure: string | null;
  version: number | null;
  /** Version of the campaign record, or null if the document was compiled by an earlier version of Waypost. */
  campaignVersion: number | null;
};

export async function listPublicationStates(
  executor: Executor,
  workspaceId: string,
  campaignIds: string[],
): Promise<PublicationState[]> {
  const { rows } = await sql<PublicationState>`
    SELECT campaign_id AS "campaignId", requested > compiled AS "isWaiting", failure, version, (
      SELECT (document #>> '{campaign,version}')::integer FROM campaign_versions AS versions
      WHERE versions.campaign_id = publications.campaign_id AND versions.version = publications.version) AS "campaignVersion"
    FROM campaign_publications AS publications WHERE workspace_id = ${workspaceId} AND campaign_id IN (SELECT unnest(${campaignIds}::uuid[]))`.execute(
    executor,
  );
  return rows;
}

export type VisitToExplain = { campaignId: string; configVersion: number; rotatorId: string; time: Date };

const decidingDocumentsMax = 3;

export async function listDecidingDocuments(
  executor: Executor,
  workspaceId: string,
  visit: VisitToExplain,
): Promise<CampaignDocument[]> {
  const { rows } = await sql<{ document: CampaignDocument }>`
    SELECT document FROM campaign_versions
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${visit.campaignId} AND created_at <= ${visit.time}
      AND (document #>> '{campaign,version}')::integer = ${visit.configVersion}
      AND document #>> '{rotator,id}' = ${visit.rotatorId}
    ORDER BY campaign_versions.version DESC LIMIT ${decidingDocumentsMax}`.execute(executor);
  return rows.map(({ document }) => document);
}
