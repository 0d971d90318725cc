import { drawPlot } from './draw-plot.ts';
import { judgeFlatness, type Allowance, type Flatness, type Point } from './judge-flatness.ts';
import type { Sample } from './run-soak.ts';

type Group = {
  file: string;
  title: string;
  unit: string;
  series: Record<string, string>;
  allowance: Allowance;
};

const parts = {
  supervisor: 'supervisor',
  api: 'api',
  edge: 'edge',
  'edge-2': 'standby edge',
  worker: 'worker',
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
};
const withPrefix = (prefix: string, labels: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [`${prefix}_${name}`, label]));
const folders = {
  spool: 'spool',
  postgres: 'PostgreSQL',
  wal: 'write-ahead log',
  clickhouse: 'ClickHouse',
  logs: 'PostgreSQL logs',
  other: 'other',
};

const groups: readonly Group[] = [
  {
    file: 'memory',
    title: 'Memory',
    unit: 'MB',
    series: withPrefix('memory', parts),
    allowance: { absolute: 16, share: 0.1 },
  },
  {
    file: 'descriptors',
    title: 'Open descriptors',
    unit: 'count',
    series: withPrefix('descriptors', parts),
    allowance: { absolute: 5, share: 0.1 },
  },
  {
    file: 'disk',
    title: 'Disk',
    unit: 'MB',
    series: withPrefix('disk', folders),
    allowance: { absolute: 16, share: 0.1 },
  },
  {
    file: 'rows',
    title: 'Visits in reports',
    unit: 'count',
    series: { stored_visits: 'visits' },
    allowance: { absolute: 1_000, share: 0.1 },
  },
  {
    file: 'lag',
    title: 'Time until a visit is in reports, and age of the oldest row that is not sent',
    unit: 'seconds',
    series: { lag_seconds: 'visit to report', oldest_unsent: 'oldest row' },
    allowance: { absolute: 1, share: 0.1 },
  },
  {
    file: 'queues',
    title: 'Queues',
    unit: 'rows',
    series: {
      queue_inbox: 'inbox',
      queue_outbox: 'outbox',
      queue_postbacks: 'postbacks',
    },
    allowance: { absolute: 200, share: 0.1 },
  },
  {
    file: 'latency',
    title: '99th percentile of answers',
    unit: 'milliseconds',
    series: { p99_visit: 'visitors', p99_report: 'reports', p99_panel: 'panel' },
    allowance: { absolute: 100, share: 0.1 },
  },
];

// Shorter runs are not judged, because caches and pools are still filling up.
export const judgedSecondsMin = 600;

type Judgment = Flatness & { title: string; unit: string; label: string };

// Draws all series, and judges the second half of each.
export function presentSamples(samples: readonly Sample[]): {
  files: Map<string, string>;
  judged: Judgment[];
} {
  const end = samples.at(-1)?.seconds ?? 0;
  const judgedFromSeconds = end / 2;
  const files = new Map([['samples.csv', writeCsv(samples)]]);
  const judged: Judgment[] = [];
  for (const { file, title, unit, series, allowance } of groups) {
    const lines = Object.entries(series)
      .map(([name, label]) => ({ label, points: pointsOf(samples, name) }))
      .filter(({ points }) => points.length > 0);
    files.set(`${file}.svg`, drawPlot({ title, unit, lines, judgedFromSeconds }));
    if (end < judgedSecondsMin) continue;
    for (const { label, points } of lines) {
      const flatness = judgeFlatness(
        points.filter(({ seconds }) => seconds >= judgedFromSeconds),
        allowance,
      );
      if (flatness !== undefined) judged.push({ ...flatness, title, unit, label });
    }
  }
  return { files, judged };
}

function pointsOf(samples: readonly Sample[], name: string): Point[] {
  return samples.flatMap(({ seconds, values }) => {
    const value = values[name];
    return value === undefined ? [] : [{ seconds, value }];
  });
}

function writeCsv(samples: readonly Sample[]): string {
  const names = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
  const lines = samples.map(({ seconds, time, values }) =>
    [seconds.toFixed(1), time, ...names.map((name) => values[name]?.toFixed(2) ?? '')].join(','),
  );
  return `${['seconds', 'clock', ...names].join(',')}\n${lines.join('\n')}\n`;
}
