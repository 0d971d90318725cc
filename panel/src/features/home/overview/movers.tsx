import { Anchor, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { PanelReport } from '../../../lib/api/api.ts';
import type { PeriodRows } from '../../../lib/reports/compare-rows.ts';
import { formatMetric } from '../../../lib/format/format-metrics.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatCount, formatEffect, formatName, formatWhy, moverSearch } from './describe-mover.ts';
import { findMovers, type Mover } from './profit-change.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from '../../../ui/numbers/numbers.module.css';
import { rowsMax, useNumbers, type Days } from '../../../ui/numbers/use-numbers.ts';

const kinds = [
  { value: 'campaign', label: 'Campaigns' },
  { value: 'offer', label: 'Offers' },
  { value: 'trafficSource', label: 'Traffic sources' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const countMax = 6;

/** Shows the largest profit changes, split into the effects of volume, rate and price. */
export function Movers({ days, range }: { days: Days; range: string }): ReactNode {
  const { currency } = useWorkspace().workspace;
  const [kind, setKind] = useState<Kind>('campaign');
  const { now, before, error, retry } = useNumbers(days, ['visits', 'conversions', 'cost', 'revenue'], {
    dimensions: [kind],
  });
  const isOfKind = now?.meta.dimensions[0] === kind && before?.meta.dimensions[0] === kind;
  const movers = useMemo(
    () =>
      isOfKind && now !== undefined && before !== undefined
        ? findMovers(kind, { now: sideOf(now), before: sideOf(before) }, countMax)
        : undefined,
    [isOfKind, kind, now, before],
  );
  const names = { ...before?.meta.labels[kind], ...now?.meta.labels[kind] };
  return (
    <Section title="Movers" lead="Largest changes in profit compared with the previous period.">
      <SegmentedControl
        aria-label="Group by"
        size="xs"
        data={[...kinds]}
        value={kind}
        onChange={(chosen) => setKind(kinds.find(({ value }) => value === chosen)?.value ?? 'campaign')}
      />
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {movers === undefined ? error === null ? <Skeleton h={160} /> : null : null}
      {now?.meta.hasMore === true || before?.meta.hasMore === true ? (
        <Text size="xs" c="dimmed">
          {`Limited to the ${formatCount(rowsMax)} rows with the most visits.`}
        </Text>
      ) : null}
      {movers?.length === 0 ? <Text c="dimmed">No changes in profit.</Text> : null}
      {movers === undefined || movers.length === 0 ? null : (
        <table className={classes['table']} aria-label="Movers">
          <thead>
            <tr>
              <th>Name</th>
              <th>Profit</th>
              <th>Change</th>
              <th className={classes['wide']}>Volume</th>
              <th className={classes['wide']}>Rate</th>
              <th className={classes['wide']}>Price</th>
            </tr>
          </thead>
          <tbody>
            {movers.map((mover) => (
              <MoverRow
                key={mover.id ?? ''}
                {...{ mover, kind, range, currency, name: formatName(mover.id, names) }}
              />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function sideOf({ rows, meta }: PanelReport): PeriodRows {
  return { rows, isWhole: !meta.hasMore };
}

function MoverRow({
  mover,
  kind,
  range,
  currency,
  name,
}: {
  mover: Mover;
  kind: Kind;
  range: string;
  currency: string;
  name: string;
}): ReactNode {
  const { now, change, volume, rate, price } = mover;
  const search = moverSearch(kind, mover, range);
  return (
    <tr>
      <td>
        <Anchor renderRoot={(root) => <Link {...root} to="/reports" search={search} />} inherit>
          {name}
        </Anchor>
        <div className={classes['why']}>{formatWhy(mover, currency)}</div>
      </td>
      <td>{formatMetric('profit', now.revenue - now.cost, currency)}</td>
      <Signed value={change} currency={currency} isColored />
      <Signed value={volume} currency={currency} isWide />
      <Signed value={rate} currency={currency} isWide />
      <Signed value={price} currency={currency} isWide />
    </tr>
  );
}

function Signed({
  value,
  currency,
  isColored = false,
  isWide = false,
}: {
  value: number;
  currency: string;
  isColored?: boolean;
  isWide?: boolean;
}): ReactNode {
  const { text, sign } = formatEffect(value, currency);
  const color = sign > 0 ? 'var(--wp-good)' : 'var(--wp-bad)';
  return (
    <td
      className={isWide ? classes['wide'] : undefined}
      style={isColored && sign !== 0 ? { color: color } : undefined}
    >
      {text}
    </td>
  );
}
