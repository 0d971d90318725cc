import { versionedCampaignChange, type WrittenCampaign } from '@waypost/contract/campaigns.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { updateCampaign } from './update-campaign.ts';

/** A change that may say which version it was made on, as people in the panel make it. */
export async function changeCampaign(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<WrittenCampaign> {
  const { version, ...change } = parseInput(versionedCampaignChange, input);
  return await updateCampaign(context, id, change, version);
}
