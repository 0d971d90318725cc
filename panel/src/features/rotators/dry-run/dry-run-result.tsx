import { Anchor, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DryRun } from '../../../lib/api/api.ts';
import { formatDimensionValue } from '../../../lib/reports/dimension-labels.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatShare } from '../../../lib/format/format-share.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';
import { count, describeDryRun } from './describe-dry-run.ts';

type Result = NonNullable<DryRun['result']>;
type RouteTaken = Result['moves'][number]['from'];

export function DryRunResult({ result }: { result: Result }): ReactNode {
  const { judged, moves } = result;
  const [title = '', ...lines] = describeDryRun(result);
  return (
    <Stack gap="sm">
      <Title order={3}>{title}</Title>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {moves.length === 0 ? null : <Moves result={result} />}
      {judged === 0 ? null : (
        <>
          <Groups title="By country" by="country" result={result} />
          <Groups title="By device type" by="deviceType" result={result} />
          <Groups title="By traffic source" by="trafficSource" result={result} />
          <Paths result={result} />
        </>
      )}
    </Stack>
  );
}

function Named({
  side: { ruleId, pathId },
  labels,
}: {
  side: RouteTaken;
  labels: Result['labels'];
}): ReactNode {
  return (
    <>
      {labels[pathId] ?? 'Deleted path'}
      <Text size="xs" c="dimmed">
        {ruleId === null ? 'No rule' : (labels[ruleId] ?? 'Deleted rule')}
      </Text>
    </>
  );
}

function Moves({ result: { moves, movesLeftOut, labels } }: { result: Result }): ReactNode {
  return (
    <div>
      <Table aria-label="Path changes" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Actual path</Table.Th>
            <Table.Th>Dry run path</Table.Th>
            <Table.Th ta="right" w={96}>
              Visits
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {moves.map(({ from, to, visits, share, examples }) => (
            <Table.Tr key={JSON.stringify([from, to])}>
              <Table.Td className="wp-wrap">
                <Named side={from} labels={labels} />
                <Examples examples={examples} />
              </Table.Td>
              <Table.Td className="wp-wrap">
                <Named side={to} labels={labels} />
              </Table.Td>
              <Table.Td ta="right">
                {count(visits)}
                <Text size="xs" c="dimmed">
                  {formatShare(share)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {movesLeftOut === 0 ? null : (
        <Text
          size="xs"
          c="dimmed"
        >{`${count(movesLeftOut)} visits with less frequent changes are not shown.`}</Text>
      )}
    </div>
  );
}

function Examples({ examples }: Pick<Result['moves'][number], 'examples'>): ReactNode {
  const { may } = useWorkspace();
  if (!may('events.read') || examples.length === 0) return null;
  return (
    <Text size="xs">
      {'Examples: '}
      {examples.map(({ visitId, clickId, time }, at) => (
        <span key={visitId}>
          {at === 0 ? '' : ', '}
          <Anchor component={Link} to={`/visits/${clickId === '' ? visitId : clickId}`} inherit>
            <Timestamp at={time} />
          </Anchor>
        </span>
      ))}
    </Text>
  );
}

function Groups({
  title,
  by,
  result: { groups, labels },
}: {
  title: string;
  by: keyof Result['groups'];
  result: Result;
}): ReactNode {
  return (
    <Table aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th ta="right">Visits</Table.Th>
          <Table.Th ta="right">Changed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups[by].map(({ value, visits, changed }) => (
          <Table.Tr key={value ?? ''}>
            <Table.Td className="wp-wrap">{formatDimensionValue(by, value, labels)}</Table.Td>
            <Table.Td ta="right">{count(visits)}</Table.Td>
            <Table.Td ta="right">
              {changed === 0 ? '0' : `${count(changed)} (${formatShare((changed / visits) * 100)})`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Paths({ result: { paths, labels } }: { result: Result }): ReactNode {
  const { workspace } = useWorkspace();
  return (
    <div>
      <Table aria-label="Paths">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Path</Table.Th>
            <Table.Th ta="right">Revenue per visit</Table.Th>
            <Table.Th ta="right">Profit per visit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {paths.map(({ pathId, recorded, draft, revenuePerVisit, profitPerVisit }) => (
            <Table.Tr key={pathId}>
              <Table.Td className="wp-wrap">
                {labels[pathId] ?? 'Deleted path'}
                <Text size="xs" c="dimmed">
                  {`${count(recorded)} actual, ${count(draft)} in the dry run`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Estimate estimate={revenuePerVisit} />
              </Table.Td>
              <Table.Td ta="right">
                <Estimate estimate={profitPerVisit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {`In ${workspace.currency}, for visits that actually took the path. The range is the 95% confidence interval, shown if there are enough visits. Results for other visitors may be higher or lower.`}
      </Text>
    </div>
  );
}

function Estimate({ estimate }: { estimate: Result['paths'][number]['revenuePerVisit'] }): ReactNode {
  if (estimate === null) return 'Unknown';
  const { mean, low, high } = estimate;
  return (
    <>
      {mean.toFixed(4)}
      {low === null || high === null ? null : (
        <Text size="xs" c="dimmed">
          {`${low.toFixed(4)} to ${high.toFixed(4)}`}
        </Text>
      )}
    </>
  );
}
