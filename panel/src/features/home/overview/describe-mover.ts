import { formatMoney, formatPercent, noNumber } from '../../../lib/format/format-metrics.ts';
import { mainReason, type Mover } from './profit-change.ts';

export function formatName(id: string | null, names: Readonly<Record<string, string>>): string {
  return id === null ? 'None' : (names[id] ?? id);
}

/** Returns the parameters of the report that shows the record day by day. */
export function moverSearch(by: string, { id }: Pick<Mover, 'id'>, range: string) {
  return {
    range,
    compare: 'before',
    by: 'day',
    chart: 'profit',
    filters: [{ field: by, op: 'is' as const, values: [id] }],
  };
}

/** Formats an effect on the profit. The sign is chosen after rounding to hundredths. */
export function formatEffect(value: number, currency: string): { text: string; sign: -1 | 0 | 1 } {
  const rounded = Math.round(value * 100) / 100;
  const sign = rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
  return { text: `${sign > 0 ? '+' : ''}${formatMoney(rounded, currency)}`, sign };
}

/** Describes the factor that contributed most to the change, with its values before and after. */
export function formatWhy(mover: Mover, currency: string): string {
  const { now, before } = mover;
  const reason = mainReason(mover);
  if (reason === 'volume') return `Volume: ${formatCount(before.visits)} → ${formatCount(now.visits)} visits`;
  if (reason === 'rate') {
    const [was, is] = [before, now].map(({ conversions, visits }) =>
      formatRatio(conversions, visits, formatPercent),
    );
    return `Rate: ${was} → ${is} conversion rate`;
  }
  const money = (value: number) => formatMoney(value, currency);
  const paid = [before, now].map(({ revenue, conversions }) => formatRatio(revenue, conversions, money));
  const costs = [before, now].map(({ cost, visits }) => formatRatio(cost, visits, money));
  return `Price: ${paid.join(' → ')} per conversion, ${costs.join(' → ')} per visit`;
}

function formatRatio(part: number, whole: number, format: (value: number) => string): string {
  return whole === 0 ? noNumber : format(part / whole);
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-GB');
}
