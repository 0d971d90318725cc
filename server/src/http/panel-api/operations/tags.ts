import { tagChange, tagListQuery, tagResults, usedTags } from '@waypost/contract/campaigns/tags.ts';
import { changeTags, getUsedTags } from '../../../services/tags/tags.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

const issue = { path: 'type', message: 'must be one of campaign, traffic-source, offer' };

export const tagOperations: PanelOperation[] = [
  {
    operationId: 'getUsedTags',
    method: 'GET',
    path: '/tags',
    access: 'workspaces.read',
    summary: 'List the tags of records of one type',
    query: tagListQuery,
    data: usedTags,
    example: {
      query: { type: 'offer' },
      data: { tags: [{ tag: 'Q4 test', records: 12 }] },
      issue,
    },
    run: (context, { query }) => getUsedTags(context, query),
  },
  {
    operationId: 'changeTags',
    method: 'POST',
    path: '/tags',
    access: 'tags.write',
    summary: 'Add and remove tags of records',
    description:
      'Changes up to 500 records of one type. A record that cannot be changed has a `problem` in its result; the other records are changed.',
    body: tagChange,
    data: tagResults,
    example: {
      body: {
        type: 'offer',
        records: [{ id: panelIds.offer, version: 4 }],
        add: ['Q4 test'],
        remove: ['old'],
      },
      data: {
        results: [
          {
            id: panelIds.offer,
            name: 'Casino DE',
            version: 5,
            before: ['old'],
            tags: ['Q4 test'],
            problem: null,
          },
        ],
      },
      issue,
    },
    run: (context, { body }) => changeTags(context, body),
  },
];
