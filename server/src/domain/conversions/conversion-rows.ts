import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import type { EventType } from '../traffic/columns.ts';
import { addDecimals, negateDecimal } from '../money/decimal.ts';
import type { Conversion } from './conversion.ts';
import { isCounting, isEarning } from './status.ts';

export type GoalRow = {
  /** Type of the row. The feed returns only `event` rows: one for each change, with the state after the change. */
  type: Extract<EventType, 'event' | 'adjustment'>;
  /** Number of the event, or 0 if the row only corrects totals or counts a rejection. */
  idx: number;
  label: string;
  status: ConversionStatus;
  transactionId: string;
  isConversion: boolean;
  /** Payout for display. No metric sums the payouts. */
  payout: string;
  currency: string;
  value: string | null;
  events: number;
  conversions: number;
  revenue: string;
  cost: string;
};

/**
 * Returns the rows to add after a change. With these rows, the sums over all rows contain the conversion exactly once,
 * with its current status and amounts.
 */
export function rowsOfChange(before: Conversion | null, after: Conversion): GoalRow[] {
  const reversed = before === null ? [] : [totalRow(before), correctionRow(before)].map(reverseRow);
  return [
    ...reversed.filter(hasSums),
    { ...totalRow(after), type: 'event' },
    ...[correctionRow(after)].filter(hasSums),
  ];
}

function totalRow(conversion: Conversion): GoalRow {
  const { status, isConversion, amounts, idx, label, transactionId } = conversion;
  const events = isCounting(status) ? 1 : 0;
  return {
    type: 'adjustment',
    idx,
    label,
    status,
    transactionId,
    isConversion,
    payout: amounts.payout,
    currency: amounts.currency,
    value: events === 1 ? amounts.value : null,
    events,
    conversions: isConversion ? events : 0,
    ...moneyOf(status, amounts),
  };
}

// Returns a row without an action index (`idx` 0), which affects only totals and sums by status. The row subtracts the
// amounts that belong only in the metrics of the action's index. It also counts a rejection, which these metrics must
// not include.
function correctionRow(conversion: Conversion): GoalRow {
  const money = moneyOf(conversion.status, conversion.amounts.outside);
  return {
    ...totalRow(conversion),
    idx: 0,
    payout: '0',
    value: null,
    events: conversion.isRejectionCounted ? 1 : 0,
    conversions: 0,
    revenue: negateDecimal(money.revenue),
    cost: negateDecimal(money.cost),
  };
}

function moneyOf(
  status: ConversionStatus,
  amounts: { revenue: string; flatCost: string; shareCost: string },
): Pick<GoalRow, 'revenue' | 'cost'> {
  const flat = isCounting(status) ? amounts.flatCost : '0';
  const share = isEarning(status) ? amounts.shareCost : '0';
  return { revenue: isEarning(status) ? amounts.revenue : '0', cost: addDecimals(flat, share) };
}

function reverseRow(row: GoalRow): GoalRow {
  return {
    ...row,
    payout: '0',
    value: row.value === null ? null : negateDecimal(row.value),
    events: 0 - row.events,
    conversions: 0 - row.conversions,
    revenue: negateDecimal(row.revenue),
    cost: negateDecimal(row.cost),
  };
}

function hasSums({ events, revenue, cost, value }: GoalRow): boolean {
  return events !== 0 || revenue !== '0' || cost !== '0' || (value ?? '0') !== '0';
}
