import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import type { EventType } from '../traffic/columns.ts';
import { addDecimals, negateDecimal } from '../money/decimal.ts';
import type { Conversion } from './conversion.ts';
import { isCounting, isEarning } from './status.ts';

export type GoalRow = {
  /** The feed returns `event` rows only: one per change, with the state after it. */
  type: Extract<EventType, 'event' | 'adjustment'>;
  /** 0 if the row only corrects totals or counts a rejection. */
  idx: number;
  label: string;
  status: ConversionStatus;
  transactionId: string;
  isConversion: boolean;
  /** For display only; no metric sums it. */
  payout: string;
  currency: string;
  value: string | null;
  events: number;
  conversions: number;
  revenue: string;
  cost: string;
};

/**
 * Returns the rows to add so that the sums over all rows match the conversion, under its current status
 * only.
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

// A row without an idx. It subtracts amounts that count only in the metrics for the idx from the totals and
// from the sums by status. It also counts a rejection, which no metric for an idx may include.
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
