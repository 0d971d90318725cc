import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import type { EventType } from '../traffic/columns.ts';
import { addDecimals, negateDecimal } from '../money/decimal.ts';
import type { Conversion } from './conversion.ts';
import { isCounting, isEarning } from './status.ts';

/** What a row of the `events` table has of a goal; what it has of the visit is copied from there. */
export type GoalRow = {
  /** The feed shows `event` rows only: one for each change, as the conversion then stands. */
  type: Extract<EventType, 'event' | 'adjustment'>;
  /** 0 where the row only keeps something out of the totals, or counts a rejection. */
  idx: number;
  label: string;
  status: ConversionStatus;
  transactionId: string;
  isConversion: boolean;
  /** For people: no metric sums it. */
  payout: string;
  currency: string;
  value: string | null;
  events: number;
  conversions: number;
  revenue: string;
  cost: string;
};

/** Rows after which the sums over all rows are those of the conversion as it stands, in its status and no other. */
export function rowsOfChange(before: Conversion | null, after: Conversion): GoalRow[] {
  const takenBack = before === null ? [] : [totalRow(before), asideRow(before)].map(takeBack);
  return [
    ...takenBack.filter(hasSums),
    { ...totalRow(after), type: 'event' },
    ...[asideRow(after)].filter(hasSums),
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

/**
 * What is the same whatever its idx: it takes out of the totals, and of the parts by status, what the action has in the
 * metrics of its idx only; and one that is rejected is an event here, as which no metric of an idx may have it.
 */
function asideRow(conversion: Conversion): GoalRow {
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

function takeBack(row: GoalRow): GoalRow {
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
