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

/** Who would have gone elsewhere, from where to where, and what the paths brought. */
export function DryRunResult({ result }: { result: Result }): ReactNode {
  const { changed, fromSaved, bySaved, judged, looked, recorded, capped, unrecorded, moves } = result;
  return (
    <Stack gap="sm">
      <Title order={3}>{`${formatPart(changed)} of ${count(judged)} visits take another path`}</Title>
      <Text size="sm">
        {looked < recorded
          ? `A sample: ${count(looked)} of ${count(recorded)} visits. In 95 of 100 cases the share of all is as near as said.`
          : `All ${count(recorded)} visits of the time.`}
      </Text>
      <Others result={result} />
      {fromSaved === null ? null : (
        <Text size="sm">
          {fromSaved.visits === 0
            ? 'The saved rules send all of them to the same paths as the rules here.'
            : `${formatPart(fromSaved)} take another path than by the saved rules.`}
        </Text>
      )}
      {bySaved === null || bySaved.visits === 0 ? null : (
        <Text size="sm">
          {`By the saved rules, too, ${formatPart(bySaved)} take another path than they took: the rules were others then.`}
        </Text>
      )}
      {capped === 0 ? null : (
        <Text size="sm">
          {`${count(capped)} of ${count(looked)} (${formatShare((capped / looked) * 100)}) are not judged: a cap had turned them away, and what was full then is not recorded.`}
        </Text>
      )}
      {unrecorded.map(({ field, visits }) => (
        <Text key={field} size="sm">
          {`${count(visits)} are not judged: a rule asks for ${field}, which is not recorded of them.`}
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

/** What changes for those who keep their path. */
function Others({ result: { otherRule, otherLanding, otherOffer } }: { result: Result }): ReactNode {
  const said = [
    ...(otherRule === 0 ? [] : [`${count(otherRule)} by another rule`]),
    ...(otherLanding === 0 ? [] : [`${count(otherLanding)} with another landing`]),
    ...(otherOffer === 0 ? [] : [`${count(otherOffer)} with another offer`]),
  ];
  return said.length === 0 ? null : <Text size="sm">{`On the same path as then: ${said.join(', ')}.`}</Text>;
}

function Named({ side: { ruleId, pathId }, labels }: { side: Side; labels: Result['labels'] }): ReactNode {
  return (
    <>
      {labels[pathId] ?? 'A path that is gone'}
      <Text size="xs" c="dimmed">
        {ruleId === null ? 'no rule' : (labels[ruleId] ?? 'a rule that is gone')}
      </Text>
    </>
  );
}

function Moves({ result: { moves, movesLeftOut, labels } }: { result: Result }): ReactNode {
  return (
    <div>
      <Table aria-label="From where to where" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Took</Table.Th>
            <Table.Th>Would take</Table.Th>
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
        <Text size="xs" c="dimmed">{`${count(movesLeftOut)} visits of rarer moves are not shown.`}</Text>
      )}
    </div>
  );
}

function Examples({ examples }: Pick<Result['moves'][number], 'examples'>): ReactNode {
  const { may } = useWorkspace();
  if (!may('events.read') || examples.length === 0) return null;
  return (
    <Text size="xs">
      {'Such as visits '}
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
          <Table.Th ta="right">Change</Table.Th>
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
                {labels[pathId] ?? 'A path that is gone'}
                <Text size="xs" c="dimmed">
                  {`${count(recorded)} took it, ${count(draft)} would`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Money estimate={revenuePerVisit} />
              </Table.Td>
              <Table.Td ta="right">
                <Money estimate={profitPerVisit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {`In ${workspace.currency}, of those who took the path, with all that followed. Below it the range of the true mean in 95 of 100 cases, where there are visits enough to say. Other people may bring less or more.`}
      </Text>
    </div>
  );
}

function Money({ estimate }: { estimate: Result['paths'][number]['revenuePerVisit'] }): ReactNode {
  if (estimate === null) return 'not known';
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
