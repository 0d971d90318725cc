/** Integration tests for the services in each folder. Folder paths are relative to `server/src/services`. */
const testsOfServices: Readonly<Record<string, string>> = {
  '': 'access attribution attribution-money events-feed permission-in-services odd-requests panel-records',
  accounts:
    'people people-over-http invitations sessions passwords second-factor sign-in-limits create-once access',
  'affiliate-networks': 'affiliate-networks panel-records',
  agents: 'agents agents-attacks',
  alerts: 'alerts alert-receivers alert-devices attention',
  attention: 'attention alerts',
  audit: 'access campaigns panel-records rotators',
  campaigns: 'campaigns campaign-links set-up-campaign publishing panel-records landings versions',
  certificates: 'certificates',
  configuration: 'configuration postback-requests',
  conversions:
    'attribution attribution-verdicts attribution-clicks attribution-jobs inbox inbox-replay outbox late-visits conversions-upload event-timelines postback-tests postbacks-by-status attribution-money',
  costs: 'costs costs-modes costs-money costs-upload costs-worker',
  'custom-metrics': 'custom-metrics',
  domains: 'domains panel-records installation',
  erasures: 'erasures',
  'events-feed': 'events-feed events-table event-timelines event-tail events-feed-walk explain-visit',
  exports: 'exports exports-size',
  goals: 'goals campaigns',
  installation: 'installation attention',
  keys: 'access rate-limits',
  landings: 'landings panel-records',
  lists: 'list-pages list-metrics panel-records access',
  offers: 'offers panel-records',
  outbound: 'alerts postbacks',
  postbacks:
    'postbacks postback-queues postback-requests postbacks-panel postbacks-by-status postback-kills postback-tests',
  publishing: 'publishing caps edge-state',
  queues: 'due-work postback-queues',
  'rate-limits': 'rate-limits',
  'record-uses': 'record-uses panel-records',
  records: 'panel-records versions-of-records offers landings affiliate-networks traffic-sources',
  'report-links': 'report-links',
  'report-schedules': 'report-schedules',
  reports: 'reports saved-reports list-metrics custom-metrics',
  retention: 'retention workspace-settings',
  rotators: 'rotators rotator-rules rotator-paths rotator-races versions dry-runs',
  'rotators/dry-runs': 'dry-runs',
  'rotators/evaluation': 'evaluate-rotator explain-visit',
  runs: 'dry-runs inbox-replay due-work',
  'saved-reports': 'saved-reports',
  search: 'panel-records event-timelines installation',
  subscriptions: 'installation access',
  tags: 'tags',
  'traffic-sources': 'traffic-sources panel-records',
  uploads: 'conversions-upload costs-upload file-uploads attribution-verdicts costs-modes',
  versions: 'versions versions-of-records agents panel-records workspace-settings',
  warnings: 'warnings attention',
  workspaces: 'workspace-settings access',
};

const services = 'server/src/services';

/** Lists the integration tests for the sources in a folder. The list is empty for folders outside the services. */
export function integrationTestsOf(folder: string): string[] {
  if (folder !== services && !folder.startsWith(`${services}/`)) return [];
  const names = testsOfServices[folder.slice(services.length + 1)] ?? '';
  return names.split(' ').flatMap((name) => (name === '' ? [] : `server/test/integration/${name}.test.ts`));
}
