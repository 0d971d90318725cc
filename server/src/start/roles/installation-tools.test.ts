import { expect, it } from 'vitest';
import { parseMetrics } from './installation-tools.ts';

it('parseMetrics returns samples with their labels and ignores other lines', () => {
  const page = [
    '# HELP waypost_process_restarts Number of restarts',
    'waypost_process_restarts{process="api"} 2',
    'waypost_edge_spool_visits_backlog_bytes 1.5e+3',
    'waypost_edge_visits_total{role="edge",outcome="a \\"b\\""} 7',
    'waypost_odd NaN',
    '',
  ].join('\n');
  expect(parseMetrics(page)).toEqual([
    { name: 'waypost_process_restarts', labels: { process: 'api' }, value: 2 },
    { name: 'waypost_edge_spool_visits_backlog_bytes', labels: {}, value: 1_500 },
    { name: 'waypost_edge_visits_total', labels: { role: 'edge', outcome: 'a \\"b\\"' }, value: 7 },
  ]);
});
