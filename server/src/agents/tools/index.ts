import { describeFields } from './describe-report-fields.ts';
import { dryRunRules } from './dry-run-rules.ts';
import { explainVisit } from './explain-visit.ts';
import { getDataHealth } from './get-data-health.ts';
import { getRecord } from './get-record.ts';
import { listChanges } from './list-changes.ts';
import { listCostEntries } from './list-cost-entries.ts';
import { listEvents } from './list-events.ts';
import { listIncomingRequests } from './list-incoming-requests.ts';
import { listPostbackFailures } from './list-postback-failures.ts';
import { listRecords } from './list-records.ts';
import { runReport } from './run-report.ts';
import type { AgentTool } from './tool.ts';
import { whatNeedsAttention } from './what-needs-attention.ts';
import { whoAmI } from './who-am-i.ts';

export const agentTools: readonly AgentTool[] = [
  whoAmI,
  whatNeedsAttention,
  listRecords,
  getRecord,
  describeFields,
  runReport,
  listEvents,
  explainVisit,
  listIncomingRequests,
  listPostbackFailures,
  listCostEntries,
  listChanges,
  dryRunRules,
  getDataHealth,
];
