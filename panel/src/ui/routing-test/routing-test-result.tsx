import { Box, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import { Fragment, use, type ReactNode } from 'react';
import type { Evaluation } from '../../lib/api/api.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { Timestamp } from '../timestamp.tsx';
import { formatMacros, formatState, formatVerdict } from './format-routing-test.ts';
import classes from './routing-test-result.module.css';
import { RawText } from '../raw-text.tsx';

/** Shows the result of a routing test: paths with shares, and every rule with its conditions. */
export function RoutingTestResult({
  result,
  isRecorded = false,
}: {
  result: Evaluation;
  /** True for a recorded visit. Some of its values can be unknown, and its own click ID is used. */
  isRecorded?: boolean;
}): ReactNode {
  const { rules, paths, problem, time, timezone } = result;
  const winner = rules.find(({ wins }) => wins);
  return (
    <Stack gap="sm">
      <Title order={3}>
        {winner === undefined
          ? 'No rule matches: default path'
          : `Matched rule ${winner.priority}: ${winner.name}`}
      </Title>
      {problem === null ? null : (
        <Text c="var(--mantine-color-error)">{`These rules cannot be published: ${problem}`}</Text>
      )}
      {paths.map((path) => (
        <PathResult key={path.id} path={path} />
      ))}
      <Title order={3}>Rules</Title>
      {rules.length === 0 ? <Text size="sm">No rules.</Text> : null}
      {rules.map((rule) => (
        <RuleResult key={rule.id} rule={rule} />
      ))}
      <Text size="xs" c="dimmed">
        Evaluated for a visit <Timestamp at={time} />. Conditions without a time zone use {timezone}.{' '}
        {isRecorded ? 'URLs omit values that were not recorded.' : 'The click ID is a placeholder.'}
      </Text>
    </Stack>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  blocked: 'Block: the visitor gets the block page.',
  'empty-path': 'Empty path: the visitor is sent to the fallback.',
  'all-capped': 'All offers have reached their caps: the visitor is sent to the fallback.',
};

function PathResult({ path }: { path: Evaluation['paths'][number] }): ReactNode {
  const items = [...path.landings, ...path.offers];
  return (
    <Box>
      <Text
        fw={600}
      >{`${formatPathName({ ...path, blocks: path.outcome === 'blocked' })}: ${formatState(path)}`}</Text>
      {outcomes[path.outcome] === undefined ? null : <Text size="sm">{outcomes[path.outcome]}</Text>}
      {items.map((item) => (
        <Box key={item.id} mt="sm">
          <Text size="sm">{`${item.name}: ${formatState(item)}`}</Text>
          {item.url === null ? (
            <Text size="xs" c="var(--mantine-color-error)">
              The URL can’t be built for this visitor.
            </Text>
          ) : (
            <RawText text={item.url} />
          )}
          <Macros item={item} />
        </Box>
      ))}
    </Box>
  );
}

function Macros({ item }: { item: Evaluation['paths'][number]['landings'][number] }): ReactNode {
  const { template, macros } = item;
  const hasMissing = macros.some(({ state }) => state !== 'filled');
  if (macros.length === 0) return null;
  return (
    <details className={classes['macros']} open={hasMissing}>
      <summary>{formatMacros(macros)}</summary>
      <Text size="xs" c="dimmed" className="wp-mono wp-wrap">
        {template}
      </Text>
      <dl>
        {macros.map(({ macro, value, state }) => (
          <Fragment key={macro}>
            <dt className="wp-mono">{macro}</dt>
            <dd className="wp-wrap" data-state={state}>
              {macroStates[state] ?? value}
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

const macroStates: Readonly<Record<string, string>> = {
  empty: 'empty: no value',
  unknown: 'unknown macro: removed',
};

function RuleResult({ rule }: { rule: Evaluation['rules'][number] }): ReactNode {
  const { priority, name, leaves } = rule;
  const verdict = formatVerdict(rule);
  const { labels } = use(FieldNamingContext);
  return (
    <Box role="group" aria-label={`Rule ${priority}: ${verdict}`}>
      <Text size="sm">
        <Text span fw={600} inherit>{`${priority}. ${name}`}</Text>
        {`: ${verdict}`}
      </Text>
      {leaves.map((leaf) => (
        <Text key={leaf.path.join('.')} size="xs" c="dimmed" pl="md" className="wp-wrap">
          <LeafIcon result={leaf.result} />{' '}
          {`${formatConditions(leaf, undefined, labels)}; ${leaf.unknown === undefined ? `value: ${leaf.input === null ? 'unknown' : String(leaf.input)}` : unknownReasons[leaf.unknown]}`}
        </Text>
      ))}
    </Box>
  );
}

const unknownReasons: Readonly<Record<string, string>> = {
  'not-recorded': 'the value was not recorded',
  hidden: 'the value is personal data, which your role cannot see',
};

function LeafIcon({ result }: { result: boolean | null }): ReactNode {
  if (result === null) return <IconQuestionMark size={12} aria-label="unknown" />;
  return result ? (
    <IconCheck size={12} aria-label="matches" className="wp-good" />
  ) : (
    <IconX size={12} aria-label="no match" />
  );
}
