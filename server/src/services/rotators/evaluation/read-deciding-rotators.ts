import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import type { RotatorSettings } from '@waypost/contract/accounts/settings.ts';
import type { CampaignDocument } from '../../../domain/publishing/campaign-document.ts';
import { completeContent } from '../../../domain/versions/complete-content.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listDecidingDocuments, type VisitToExplain } from '../../../store/publishing/publications.ts';
import { findVersionContent } from '../../../store/records/record-versions.ts';

export type DecidingRotator = {
  document: CampaignDocument;
  rules: RotatorRules;
  settings: RotatorSettings;
};

/**
 * Returns the versions of a rotator that may have routed a visit, most likely first. An edge still serves the previous
 * document for a moment after a new document is published, so the newest version at that time may not be the version
 * that routed the visit.
 */
export async function readDecidingRotators(
  executor: Executor,
  workspaceId: string,
  visit: VisitToExplain,
): Promise<DecidingRotator[]> {
  const found: DecidingRotator[] = [];
  for (const document of await listDecidingDocuments(executor, workspaceId, visit)) {
    const { version } = document.rotator;
    const record = { type: 'rotator', id: visit.rotatorId } as const;
    const content = await findVersionContent(executor, workspaceId, record, version);
    if (content === undefined) continue;
    const { routing, settings } = completeContent(content) as {
      routing: Omit<RotatorRules, 'version'>;
      settings: RotatorSettings;
    };
    found.push({ document, rules: { version, ...routing }, settings });
  }
  return found;
}
