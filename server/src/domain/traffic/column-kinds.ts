import { visitAttributeNames, visitAttributes } from '@waypost/contract/visits/visit-attributes.ts';
import { columnOf, type AttributeColumn } from './attribute-columns.ts';
import type { EventColumn } from './columns.ts';

export type ColumnKind =
  | 'type'
  | 'id'
  | 'moment'
  | 'day'
  | 'text'
  | 'whole'
  | 'decimal'
  | 'flag'
  | 'list'
  | 'address';

const ofAttributes = Object.fromEntries(
  visitAttributeNames.map((name) => {
    const { kind } = visitAttributes[name];
    return [columnOf(name), kind === 'number' ? 'whole' : kind];
  }),
) as Record<AttributeColumn, ColumnKind>;

export const columnKinds: Readonly<Record<EventColumn, ColumnKind>> = {
  type: 'type',
  workspace_id: 'id',
  campaign_id: 'id',
  visit_time: 'moment',
  time: 'moment',
  id: 'id',
  visit_id: 'id',
  expires: 'day',
  ...ofAttributes,
  outcome: 'text',
  destination_url: 'text',
  link: 'whole',
  is_bot: 'flag',
  is_prefetch: 'flag',
  is_unique: 'flag',
  reasons: 'list',
  cost: 'decimal',
  revenue: 'decimal',
  visits: 'whole',
  unique_visits: 'whole',
  bot_visits: 'whole',
  prefetch_visits: 'whole',
  lp_views: 'whole',
  lp_clicks: 'whole',
  events: 'whole',
  conversions: 'whole',
  idx: 'whole',
  label: 'text',
  value: 'decimal',
  status: 'text',
  transaction_id: 'text',
  is_conversion: 'flag',
  payout: 'decimal',
  currency: 'text',
  event_id: 'id',
  url: 'text',
  method: 'text',
  attempt: 'whole',
  response_status: 'whole',
  error: 'text',
  response: 'text',
  is_success: 'flag',
  duration_ms: 'whole',
};
