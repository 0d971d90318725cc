import { createWaypostPanelClient, type WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import { patientFetch } from './connection.ts';

/** What belongs to the person who is signed in, or to nobody yet. */
export const personApi = createWaypostPanelClient({ fetch: patientFetch });

const byWorkspace = new Map<string, WaypostPanelClient>();

/** What belongs to a workspace: each request names it, so that tabs in several ones work side by side. */
export function workspaceApi(workspaceId: string): WaypostPanelClient {
  const known = byWorkspace.get(workspaceId);
  if (known !== undefined) return known;
  const made = createWaypostPanelClient({ fetch: patientFetch, workspaceId });
  byWorkspace.set(workspaceId, made);
  return made;
}

export type {
  CampaignLinks,
  CampaignStatus,
  LandingChange,
  ListedLanding,
  ListedTrafficSource,
  NewLanding,
  NewSourceWithTokens,
  PanelCampaign,
  PanelGoalRule,
  Publication,
  RecordVersion,
  ShownInvitation,
  TrafficSourceChange,
  Warning,
  WaypostPanelClient,
} from '../../../client/waypost-panel-client.ts';
