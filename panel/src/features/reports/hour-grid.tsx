import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { use, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatMetric } from '../../lib/format/format-metrics.ts';
import { formatShort } from '../../lib/format/format-short.ts';
import { formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { hours, weekdays, type HourMap } from '../../lib/reports/hour-map.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { heatOf } from '../../lib/reports/shade.ts';
import { signedMetrics } from '../../ui/metric-cell.tsx';
import classes from './hour-grid.module.css';

type GridProps = {
  metric: AnyMetricId;
  map: HourMap;
  // True if hours are rows, as on a narrow screen.
  isTall: boolean;
  onChoose: (weekday: number, hour: number) => void;
};

type Place = { row: number; column: number };
type Side = 'weekday' | 'hourOfDay';

// Opacity of the strongest color, at which numbers stay readable in both themes.
const heatMost = 0.35;

export function HourGrid({ metric, map, isTall, onChoose }: GridProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  const [rows, columns] = isTall ? [hours, weekdays] : [weekdays, hours];
  const [reached, reach] = useState<Place>({ row: 0, column: 0 });
  const choose = ({ row, column }: Place) => {
    const [first = 0, second = 0] = [rows[row], columns[column]];
    if (isTall) onChoose(second, first);
    else onChoose(first, second);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = targetOf(event.key, reached, { rows: rows.length, columns: columns.length });
    if (next !== undefined) {
      reach(next);
      const cell = `[data-cell="${next.row} ${next.column}"]`;
      event.currentTarget.querySelector<HTMLElement>(cell)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') choose(reached);
    else return;
    event.preventDefault();
  };
  return (
    <table
      className={classes['grid']}
      // The table is a grid, because its cells can be chosen by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={`${metricLabel(metric, labels)} by hour and weekday`}
      onKeyDown={onKeyDown}
    >
      <GridHead isTall={isTall} />
      <tbody>
        {rows.map((value, row) => (
          <tr key={value}>
            <SideName side={isTall ? 'hourOfDay' : 'weekday'} value={value} scope="row" isTall={isTall} />
            {columns.map((other, column) => (
              <HourCell
                key={other}
                place={{ row, column }}
                weekday={isTall ? other : value}
                hour={isTall ? value : other}
                metric={metric}
                map={map}
                isReached={reached.row === row && reached.column === column}
                reach={reach}
                choose={choose}
              />
            ))}
            <Total metric={metric} value={isTall ? map.ofHour(value) : map.ofWeekday(value)} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {columns.map((value) => (
            <Total key={value} metric={metric} value={isTall ? map.ofWeekday(value) : map.ofHour(value)} />
          ))}
          <Total metric={metric} value={map.ofAll} />
        </tr>
      </tfoot>
    </table>
  );
}

function GridHead({ isTall }: Pick<GridProps, 'isTall'>): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">{isTall ? 'Hour' : 'Weekday'}</th>
        {(isTall ? weekdays : hours).map((value) => (
          <SideName
            key={value}
            side={isTall ? 'weekday' : 'hourOfDay'}
            value={value}
            scope="col"
            isTall={isTall}
          />
        ))}
        <th scope="col">All</th>
      </tr>
    </thead>
  );
}

function SideName({
  side,
  value,
  scope,
  isTall,
}: {
  side: Side;
  value: number;
  scope: 'row' | 'col';
  isTall: boolean;
}): ReactNode {
  const name = nameOf(side, value);
  return (
    <th scope={scope} aria-label={name}>
      {side === 'hourOfDay' ? name.slice(0, 2) : name.slice(0, isTall ? 2 : 3)}
    </th>
  );
}

function nameOf(side: Side, value: number): string {
  return formatDimensionValue(side, String(value), undefined);
}

function Total({ metric, value }: { metric: AnyMetricId; value: number | null }): ReactNode {
  const { currency } = useWorkspace().workspace;
  return <td className={classes['total']}>{formatShort(metric, value, currency)}</td>;
}

function HourCell({
  place,
  weekday,
  hour,
  metric,
  map: { at, largest, smallest },
  isReached,
  reach,
  choose,
}: {
  place: Place;
  weekday: number;
  hour: number;
  metric: AnyMetricId;
  map: HourMap;
  isReached: boolean;
  reach: (place: Place) => void;
  choose: (place: Place) => void;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  const value = at(weekday, hour);
  const tone = signedMetrics.has(metric) ? ((value ?? 0) < 0 ? 'bad' : 'good') : undefined;
  const heat = Math.min(1, heatOf(value, { total: 0, largest, smallest }));
  const title = `${nameOf('weekday', weekday)} ${nameOf('hourOfDay', hour)}`;
  return (
    <td
      className={classes['cell']}
      data-cell={`${place.row} ${place.column}`}
      tabIndex={isReached ? 0 : -1}
      title={`${title}: ${formatMetric(metric, value, currency)}`}
      onClick={() => choose(place)}
      onFocus={() => reach(place)}
    >
      <span className={classes['fill']} data-tone={tone} style={{ opacity: heat * heatMost }} />
      <span className={classes['text']}>{value === null ? '' : formatShort(metric, value, currency)}</span>
    </td>
  );
}

function targetOf(
  key: string,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | undefined {
  const targets: Record<string, Place> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  if (target === undefined) return undefined;
  return {
    row: Math.max(0, Math.min(rows - 1, target.row)),
    column: Math.max(0, Math.min(columns - 1, target.column)),
  };
}
