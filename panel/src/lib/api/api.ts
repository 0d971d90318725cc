import {
  createWaypostPanelClient,
  type Warning,
  type WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';
import { fetchWithRetry } from './connection.ts';

export const personApi = createWaypostPanelClient({ fetch: fetchWithRetry });

const byWorkspace = new Map<string, WaypostPanelClient>();

/**
 * Returns the API client for a workspace. Each request names its workspace, so that tabs can use different workspaces.
 */
export function workspaceApi(workspaceId: string): WaypostPanelClient {
  const known = byWorkspace.get(workspaceId);
  if (known !== undefined) return known;
  const made = createWaypostPanelClient({ fetch: fetchWithRetry, workspaceId });
  byWorkspace.set(workspaceId, made);
  return made;
}

export type {
  AffiliateNetwork,
  AffiliateNetworkChange,
  AgentConnection,
  AgentRequest,
  Alert,
  AlertDevice,
  AlertReceiver,
  AlertReceiverResult,
  AlertRule,
  ApiKey,
  AttentionItem,
  AuditEntry,
  BriefEvent,
  CampaignChange,
  CampaignLinks,
  CampaignSetUp,
  CampaignStatus,
  CostEntry,
  CostEntryInput,
  CustomMetric,
  Domain,
  DryRun,
  Erasure,
  Evaluation,
  EvaluationInput,
  EventTimeline,
  EventTrial,
  EventTrialResult,
  HostRecord,
  InboxChange,
  InboxEntry,
  InboxReplay,
  InboxReplayOrder,
  Invitation,
  LandingChange,
  ListedAffiliateNetwork,
  ListedCampaign,
  ListedInboxReplay,
  ListedLanding,
  ListedOffer,
  ListedReport,
  ListedRotator,
  ListedTrafficSource,
  Member,
  NewAffiliateNetwork,
  NewLanding,
  NewOffer,
  NewReportSchedule,
  NewRotator,
  NewSourceWithTokens,
  NewUpload,
  Offer,
  OfferChange,
  PanelCampaign,
  PanelGoalEvent,
  PanelGoalRule,
  PanelGoalRulesInput,
  PanelReport,
  PanelReportDefinition,
  PanelRotator,
  PanelVisitEvent,
  Postback,
  PostbackTestResult,
  Preferences,
  Publication,
  Receiver,
  RecordUses,
  RecordVersion,
  RecordVersionDetail,
  RecordVersionPage,
  ReportLink,
  ReportSchedule,
  ReportScheduleChange,
  RotatorChange,
  RotatorRouting,
  RotatorRulesInput,
  RotatorVisits,
  SentInvitation,
  ShownInvitation,
  ShownRotatorSettings,
  SourceTemplate,
  SystemHealth,
  TrafficSource,
  TrafficSourceChange,
  Upload,
  UsedFieldNames,
  VisitPostback,
  Warning,
  WaypostPanelClient,
} from '../../../../client/waypost-panel-client.ts';

/**
 * Data returned by a method that reads a record. Warnings are optional, because other responses with the same data do
 * not contain warnings.
 */
type ReadResult<Name extends keyof WaypostPanelClient> = WaypostPanelClient[Name] extends (
  ...asked: never[]
) => Promise<infer Data>
  ? Omit<Data, 'warnings'> & { warnings?: Warning[] }
  : never;
export type ShownCampaignSettings = ReadResult<'getCampaignSettings'>;
export type VersionedGoalRules = ReadResult<'getCampaignGoals'>;
export type WorkspaceSettings = ReadResult<'getWorkspaceSettings'>;
