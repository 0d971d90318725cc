import { expect, it } from 'vitest';
import { fieldLabel } from './field-label.ts';

it.each([
  ['label', 'Label'],
  ['workspace.retention.visitDays', 'Retention visit days'],
  ['campaign.cost.amount', 'Cost amount'],
  ['traffic-source.postbackUrl', 'Postback URL'],
  ['offer.url', 'URL'],
  ['rates.USD', 'Rates USD'],
  ['campaign', 'Campaign'],
  ['offer.offer.name', 'Offer name'],
  ['affiliate-network.allowedIps', 'Allowed ips'],
  ['caps.0.limit', 'Caps 0 limit'],
  ['curlUrl', 'Curl URL'],
  ['', ''],
])('fieldLabel formats %s as "%s"', (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});
