import type { PanelOperation } from '../operation.ts';
import { affiliateNetworkOperations } from './affiliate-networks.ts';
import { agentOperations } from './agents.ts';
import { alertDeviceOperations } from './alert-devices.ts';
import { alertOperations } from './alerts.ts';
import { attentionOperations } from './attention.ts';
import { campaignOperations } from './campaigns.ts';
import { conversionOperations } from './conversions.ts';
import { costOperations } from './costs.ts';
import { domainOperations } from './domains.ts';
import { dryRunOperations } from './dry-runs.ts';
import { erasureOperations } from './erasures.ts';
import { installationOperations } from './installation.ts';
import { eventTimelineOperations } from './event-timelines.ts';
import { inboxReplayOperations } from './inbox-replays.ts';
import { inboxToolOperations } from './inbox-tools.ts';
import { invitationOperations } from './invitations.ts';
import { keyOperations } from './keys.ts';
import { landingOperations } from './landings.ts';
import { memberOperations } from './members.ts';
import { networkTokenOperations } from './network-token.ts';
import { offerOperations } from './offers.ts';
import { passwordOperations } from './passwords.ts';
import { postbackOperations } from './postbacks.ts';
import { postbackTestOperations } from './postback-tests.ts';
import { preferencesOperations } from './preferences.ts';
import { recordSettingsOperations } from './record-settings.ts';
import { reportOperations } from './reports-and-events.ts';
import { recordUseOperations } from './record-uses.ts';
import { rotatorOperations } from './rotators.ts';
import { evaluationOperations } from './evaluation.ts';
import { reportLinkOperations } from './report-links.ts';
import { reportScheduleOperations } from './report-schedules.ts';
import { customMetricOperations } from './custom-metrics.ts';
import { savedReportOperations } from './saved-reports.ts';
import { secondFactorOperations } from './second-factor.ts';
import { sessionOperations } from './sessions.ts';
import { uploadOperations } from './uploads.ts';
import { tagOperations } from './tags.ts';
import { trafficSourceOperations } from './traffic-sources.ts';
import { versionOperations } from './versions.ts';
import { warningOperations } from './warnings.ts';
import { workspaceOperations } from './workspace.ts';

export const peopleOperations: PanelOperation[] = [
  ...sessionOperations,
  ...passwordOperations,
  ...secondFactorOperations,
  ...preferencesOperations,
  ...memberOperations,
  ...invitationOperations,
];

export const panelOperations: PanelOperation[] = [
  ...peopleOperations,
  ...campaignOperations,
  ...landingOperations,
  ...offerOperations,
  ...affiliateNetworkOperations,
  ...networkTokenOperations,
  ...trafficSourceOperations,
  ...tagOperations,
  ...rotatorOperations,
  ...evaluationOperations,
  ...dryRunOperations,
  ...recordSettingsOperations,
  ...recordUseOperations,
  ...versionOperations,
  ...warningOperations,
  ...attentionOperations,
  ...alertOperations,
  ...alertDeviceOperations,
  ...domainOperations,
  ...conversionOperations,
  ...uploadOperations,
  ...inboxReplayOperations,
  ...inboxToolOperations,
  ...reportOperations,
  ...eventTimelineOperations,
  ...savedReportOperations,
  ...reportLinkOperations,
  ...reportScheduleOperations,
  ...customMetricOperations,
  ...costOperations,
  ...postbackOperations,
  ...postbackTestOperations,
  ...erasureOperations,
  ...keyOperations,
  ...agentOperations,
  ...workspaceOperations,
  ...installationOperations,
];
