import { versionedTypes } from '@waypost/contract/api/versions.ts';
import { z } from 'zod';
import { listChanges as list } from '../../services/agents/reading.ts';
import { defineTool, items, nextCursor, pageInput } from './tool.ts';

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List configuration changes',
  description:
    'Lists changes to campaigns, rotators, landing pages, offers, traffic sources, affiliate networks and workspace settings, newest first: who changed what, compared with the previous version. Use it when figures changed suddenly. First versions have no changes.',
  input: z.strictObject({
    type: z.enum(versionedTypes).optional(),
    id: z.string().max(100).optional().describe('Only changes to this record.'),
    from: z.string().max(64).optional().describe('ISO 8601 with an offset, such as 2026-11-16T09:30:00Z.'),
    to: z.string().max(64).optional(),
    ...pageInput,
  }),
  output: z.object({ changes: items, nextCursor }),
  run: async (context, { limit, ...given }) => {
    const page = await list(context, { ...given, limit: String(limit) });
    return {
      data: {
        changes: page.items.map(({ createdAt, author, type, id, name, version, changes }) => ({
          time: createdAt,
          by: author.label,
          type,
          id,
          name,
          version,
          changes: shorten(changes),
        })),
        nextCursor: page.meta.nextCursor,
      },
    };
  },
});

const linesMax = 20;
const lineLengthMax = 300;

// Shortens the list, because the first import of rules can contain hundreds of changes.
function shorten(changes: string[]): string[] {
  const lines = changes
    .slice(0, linesMax)
    .map((line) => (line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)} …` : line));
  return changes.length > linesMax ? [...lines, `… ${changes.length - linesMax} more`] : lines;
}
