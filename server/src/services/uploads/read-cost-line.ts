import {
  costEntryInput,
  type CostEntryInput,
  type CostEntryMode,
} from '@waypost/contract/conversions/costs.ts';
import type { CsvRecord } from '../../domain/csv/csv-reader.ts';
import type { ColumnNames, Header } from '../../domain/csv/read-header.ts';
import { readAmountWithComma } from '../../domain/money/amount.ts';
import { WaypostError } from '../../platform/errors.ts';
import { parseInput } from '../parse-input.ts';
import { unreadableLine, cellOf } from './read-csv-lines.ts';
import { costProblem, type CostProblem } from '../costs/cost-verdicts.ts';

const tokenFields = Array.from({ length: 15 }, (_, at) => `token${at + 1}` as const);
type TokenField = (typeof tokenFields)[number];

export const costColumns: ColumnNames<CostField> = {
  campaign: ['campaign', 'campaign id', 'campaign name'],
  from: ['from', 'date', 'day', 'date from'],
  to: ['to', 'date to', 'until'],
  amount: ['amount', 'cost', 'spend', 'sum'],
  currency: ['currency'],
  mode: ['mode'],
  ...(Object.fromEntries(tokenFields.map((name) => [name, [name]])) as unknown as ColumnNames<TokenField>),
};
export type CostField = 'campaign' | 'from' | 'to' | 'amount' | 'currency' | 'mode' | TokenField;

/**
 * Reads a cost entry from a line. Without an end, the range is the given day or time. Without a mode, the mode of the
 * file applies. Empty token cells are not used as filters.
 */
export function readCostLine(
  record: CsvRecord,
  header: Header<CostField>,
  mode: CostEntryMode,
): CostEntryInput | CostProblem {
  if (record.isBroken === true) return costProblem('invalid', unreadableLine);
  const cell = (field: CostField) => cellOf(header, record, field);
  const sent = cell('amount');
  const tokens = tokenFields.map((name) => [name, cell(name)]).filter(([, value]) => value !== '');
  try {
    return parseInput(costEntryInput, {
      campaign: cell('campaign'),
      from: cell('from'),
      to: cell('to') || cell('from'),
      amount: readSignedAmount(sent) ?? sent,
      mode: cell('mode').toLowerCase() || mode,
      currency: cell('currency') || null,
      tokens: Object.fromEntries(tokens),
    });
  } catch (error) {
    if (error instanceof WaypostError) return costProblem('invalid', error.message);
    throw error;
  }
}

/** Reads an amount that may be negative, for corrections. The sign is a hyphen or the minus sign of spreadsheets. */
function readSignedAmount(text: string): string | undefined {
  const [, minus, size = ''] = /^\s*([-\u2212]?)(.*)$/s.exec(text) ?? [];
  const amount = readAmountWithComma(size);
  return minus === '' || amount === undefined ? amount : `-${amount}`;
}
