import { uncounted } from '@waypost/contract/paging.ts';
import { inboxListQuery, inboxPage } from '@waypost/contract/inbox.ts';
import { conversionsUpload, uploadBytesMax, uploadReport } from '@waypost/contract/uploads.ts';
import { uploadConversions } from '../../../services/conversions/upload-conversions.ts';
import { listInbox } from '../../../services/inbox/list-inbox.ts';
import { parseInput } from '../../../services/parse-input.ts';
import { uploadReportExample } from '../examples/costs.ts';
import { inboxEntryExample } from '../examples/inbox.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';
import { listenerOf } from '../stream-progress.ts';

export const conversionOperations: PanelOperation[] = [
  {
    operationId: 'listInbox',
    method: 'GET',
    path: '/inbox',
    access: 'inbox.read',
    summary: 'Lists incoming events as they came, the newest first where nothing else is said',
    description:
      'With secrets masked: tokens of networks, and what is called token, key, signature or the like. Whoever may not read personal data gets query, body, address and userAgent as null.',
    query: inboxListQuery,
    data: inboxPage,
    example: {
      query: { campaignId: panelIds.campaign, verdict: 'waiting', limit: '50' },
      data: uncounted(inboxEntryExample),
      issue: { path: 'verdict', message: 'must be a verdict such as counted, or waiting' },
    },
    run: (context, { query }) => listInbox(context, query),
  },
  {
    operationId: 'uploadConversions',
    method: 'POST',
    path: '/conversions/upload',
    access: 'conversions.upload',
    summary: 'Takes conversions from a CSV file, one for each line',
    description:
      'Columns: click id, payout, txid, event, status, currency, time; others can be asked for by goal rules. Lines that cannot be taken are listed and leave the others alone; the same file again changes nothing. At most 5 MiB. With `Accept: application/x-ndjson` it tells meanwhile how many lines are done and what was not taken, line by line, and the answer is the last line.',
    bodyBytesMax: uploadBytesMax,
    tellsProgress: true,
    body: conversionsUpload,
    data: uploadReport,
    example: {
      body: {
        csv: 'click id,payout,txid\n0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V,12.50,A-1009\n',
        dryRun: false,
        postbacks: true,
      },
      data: uploadReportExample,
      issue: { path: '', message: 'there is no column click id; the first line has: payout, txid' },
    },
    run: async (context, { body, tell }) => {
      const { csv, dryRun = false, postbacks = true } = parseInput(conversionsUpload, body);
      return await uploadConversions(context, [csv], { dryRun, postbacks, ...listenerOf(tell) });
    },
  },
];
