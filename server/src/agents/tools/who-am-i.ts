import { z } from 'zod';
import { getWorkspaceSettings } from '../../services/agents/reading.ts';
import { defineTool } from './tool.ts';

export const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'Who am I',
  description:
    'Returns this connection’s workspace, the person who approved it, and the time zone and currency of reports. Call it first.',
  input: z.strictObject({}),
  output: z.object({
    workspace: z.object({ id: z.string(), name: z.string() }),
    timezone: z.string(),
    currency: z.string(),
    allowedBy: z.string(),
    client: z.string(),
    access: z.literal('read only'),
    panelUrl: z.string(),
  }),
  run: async (context) => {
    const { timezone, currency, name } = await getWorkspaceSettings(context);
    return {
      data: {
        workspace: { id: context.workspaceId, name },
        timezone,
        currency,
        allowedBy: context.person.email,
        client: context.client.name,
        access: 'read only',
        panelUrl: context.panelUrl,
      },
    };
  },
});
