import { Anchor, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DryRun } from '../../../lib/api.ts';
import { formatDimensionValue } from '../../../lib/dimension-labels.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';

type Result = NonNullable<DryRun['result']>;
type Share = Result['changed'];
type Side = Result['moves'][number]['from'];

const count = (visits: number) => visits.toLocaleString('en');

function formatPart({ visits, share, error }: Share): string {
  return `${count(visits)} (${formatShare(share)}${error === 0 ? '' : ` ± ${error.toFixed(2)}`})`;
}

export function DryRunResult({ result }: { result: Result }): ReactNode {
  const { changed, fromSaved, bySaved, judged, looked, recorded, capped, unrecorded, moves } = result;
  return (
    <Stack gap="sm">
      <Title
        order={3}
      >{`${formatPart(changed)} of ${count(judged)} visits would take a different path`}</Title>
      <Text size="sm">
        {looked < recorded
          ? `Sample of ${count(looked)} from ${count(recorded)} visits. Margins of error are at the 95% confidence level.`
          : `All ${count(recorded)} visits in the time range.`}
      </Text>
      <SamePathChanges result={result} />
      {fromSaved === null ? null : (
        <Text size="sm">
          {fromSaved.visits === 0
            ? 'With the saved rules, all of these visits would take the same paths as in this dry run.'
            : `${formatPart(fromSaved)} would take a different path than with the saved rules.`}
        </Text>
      )}
      {bySaved === null || bySaved.visits === 0 ? null : (
        <Text size="sm">
          {`With the saved rules, ${formatPart(bySaved)} would also take a different path, because the rules have changed since these visits.`}
        </Text>
      )}
      {capped === 0 ? null : (
        <Text size="sm">
          {`${count(capped)} of ${count(looked)} visits (${formatShare((capped / looked) * 100)}) were not evaluated because a cap redirected them and their original path was not recorded.`}
        </Text>
      )}
      {unrecorded.map(({ field, visits }) => (
        <Text key={field} size="sm">
          {`${count(visits)} of ${count(looked)} visits were not evaluated because a rule uses ${field}, which was not recorded for them.`}
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

function SamePathChanges({ result: { otherRule, otherLanding, otherOffer } }: { result: Result }): ReactNode {
  const changes = [
    ...(otherRule === 0 ? [] : [`${count(otherRule)} with a different rule`]),
    ...(otherLanding === 0 ? [] : [`${count(otherLanding)} with a different landing page`]),
    ...(otherOffer === 0 ? [] : [`${count(otherOffer)} with a different offer`]),
  ];
  return changes.length === 0 ? null : <Text size="sm">{`On the same path: ${changes.join(', ')}.`}</Text>;
}

function Named({ side: { ruleId, pathId }, labels }: { side: Side; labels: Result['labels'] }): ReactNode {
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
