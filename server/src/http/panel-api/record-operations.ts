import { listAuditLogOperation } from './audit-log/list-audit-log.ts';
import { affiliateNetworkOperations } from './affiliate-networks/affiliate-network-operations.ts';
import { campaignOperations } from './campaigns/campaign-operations.ts';
import { uploadConversionsOperation } from './conversions/upload-conversions.ts';
import { costOperations } from './costs/cost-operations.ts';
import { domainOperations } from './domains/domain-operations.ts';
import { listEventsOperation } from './events/list-events.ts';
import { listInboxOperation } from './inbox/list-inbox.ts';
import { keyOperations } from './keys/key-operations.ts';
import { landingOperations } from './landings/landing-operations.ts';
import { offerOperations } from './offers/offer-operations.ts';
import { requestErasureOperation } from './erasures/request-erasure.ts';
import { postbackOperations } from './postbacks/postback-operations.ts';
import { getReportOperation } from './reports/get-report.ts';
import { rotatorOperations } from './rotators/rotator-operations.ts';
import { trafficSourceOperations } from './traffic-sources/traffic-source-operations.ts';
import type { PanelOperation } from './operation.ts';
import { getSubscriptionOperation } from './subscription/get-subscription.ts';

/** Records, incoming events, postbacks, keys, subscription and audit log of the workspace. */
export const recordOperations: PanelOperation[] = [
  ...campaignOperations,
  ...landingOperations,
  ...offerOperations,
  ...affiliateNetworkOperations,
  ...trafficSourceOperations,
  ...rotatorOperations,
  ...domainOperations,
  listInboxOperation,
  listEventsOperation,
  getReportOperation,
  uploadConversionsOperation,
  ...costOperations,
  ...postbackOperations,
  requestErasureOperation,
  ...keyOperations,
  getSubscriptionOperation,
  listAuditLogOperation,
];
