import { isPublishable } from '../../domain/publishing/default-stream.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockCampaignReferences, type CampaignReferences } from '../../store/records/campaign-references.ts';
import { readDefaultStreams } from '../../store/records/default-streams.ts';
import { refuseMissing } from '../refuse-missing.ts';

type WantedReferences = {
  sourceId: string | undefined;
  rotatorId: string | undefined;
  domainId: string | null | undefined;
};

export type Obstacle = { type: 'traffic-source' | 'rotator' | 'domain'; id: string; name: string };

export const obstacleReasons = {
  rotator: 'rotator-not-publishable',
  'traffic-source': 'traffic-source-archived',
  domain: 'domain-not-verified',
} as const satisfies Record<Obstacle['type'], string>;

export const noPublishableStream = 'campaign rotator has no publishable default stream';
export const archivedSource = 'The traffic source is archived';
export const unverifiedDomain = 'The domain is not verified';

/** Locks the records that the campaign refers to, so that they cannot be archived before the transaction ends. */
export async function lockReferences(
  executor: Executor,
  workspaceId: string,
  wanted: WantedReferences,
): Promise<CampaignReferences> {
  const { sourceId, rotatorId, domainId } = wanted;
  const references = await lockCampaignReferences(executor, workspaceId, {
    sourceIds: sourceId === undefined ? [] : [sourceId],
    rotatorIds: rotatorId === undefined ? [] : [rotatorId],
    domainIds: domainId === undefined || domainId === null ? [] : [domainId],
  });
  if (sourceId !== undefined && !references.sources.has(sourceId)) refuseMissing('traffic source');
  if (rotatorId !== undefined && !references.rotators.has(rotatorId)) refuseMissing('rotator');
  if (domainId !== undefined && domainId !== null && !references.domains.has(domainId))
    refuseMissing('domain');
  return references;
}

/** Throws if the campaign could not be served with these references. `campaign` is set for an existing campaign. */
export async function requireNoObstacle(
  executor: Executor,
  workspaceId: string,
  references: CampaignReferences,
  campaign?: { id: string; name: string },
): Promise<void> {
  const [obstacle] = await findObstacles(executor, workspaceId, references);
  if (obstacle !== undefined) throw refuseObstacle(obstacle, campaign);
}

export type FoundObstacle = Obstacle & { message: string };

export async function findObstacles(
  executor: Executor,
  workspaceId: string,
  references: CampaignReferences,
): Promise<FoundObstacle[]> {
  const rotators = [...references.rotators.values()];
  const streams = await readDefaultStreams(
    executor,
    workspaceId,
    rotators.map(({ id }) => id),
  );
  const isUnpublishable = (id: string) => {
    const stream = streams.get(id);
    return stream === undefined || !isPublishable(stream);
  };
  return [
    ...rotators
      .filter(({ id }) => isUnpublishable(id))
      .map(({ id, name }) => ({ type: 'rotator' as const, id, name, message: noPublishableStream })),
    ...[...references.sources.values()]
      .filter(({ isArchived }) => isArchived)
      .map(({ id, name }) => ({ type: 'traffic-source' as const, id, name, message: archivedSource })),
    ...[...references.domains.values()]
      .filter(({ status, verification }) => status === 'archived' || verification !== 'verified')
      .map(({ id, host }) => ({ type: 'domain' as const, id, name: host, message: unverifiedDomain })),
  ];
}

function refuseObstacle(
  { message, ...obstacle }: FoundObstacle,
  campaign: { id: string; name: string } | undefined,
): WaypostError {
  const details =
    campaign === undefined
      ? { blocked: [{ ...obstacle, by: [] }] }
      : {
          blocked: [{ type: 'campaign', id: campaign.id, name: campaign.name, by: [obstacle] }],
          blockedCampaignIds: [campaign.id],
        };
  return new WaypostError('CONFLICT', message, { reason: obstacleReasons[obstacle.type], details });
}
