import { describeFields } from './describe-report-fields.ts';
import { explainVisit } from './explain-visit.ts';
import { getDataHealth } from './get-data-health.ts';
import { getRecord } from './get-record.ts';
import { listEvents } from './list-events.ts';
import { listPostbackFailures } from './list-postback-failures.ts';
import { listRecords } from './list-records.ts';
import { runReport } from './run-report.ts';
import type { AgentTool } from './tool.ts';
import { whoAmI } from './who-am-i.ts';

/** Everything that agents can ask for. */
export const agentTools: readonly AgentTool[] = [
  whoAmI,
  listRecords,
  getRecord,
  describeFields,
  runReport,
  listEvents,
  explainVisit,
  listPostbackFailures,
  getDataHealth,
];
