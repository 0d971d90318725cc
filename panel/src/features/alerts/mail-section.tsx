import { Skeleton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';

/** Whether the person themselves is mailed: everybody decides that alone. */
export function MailSection(): ReactNode {
  const { me, workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'getAlertSummary'],
    queryFn: ({ signal }) => api.getAlertSummary({ signal }),
  });
  const change = useMutation({
    mutationFn: (isWanted: boolean) => api.setAlertMail({ isWanted }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  const failed = error ?? change.error;
  return (
    <Section
      title="Mail to you"
      lead="One message for all that begins or is over, at most one in five minutes."
    >
      {failed === null ? null : <ErrorNote error={failed} retry={() => void refetch()} />}
      {data === undefined ? (
        <Skeleton h={30} />
      ) : (
        <Switch
          label={`Mail alerts of this workspace to ${me.email}`}
          checked={change.isPending ? change.variables : data.isMailed}
          disabled={change.isPending || (!data.canSendMail && !data.isMailed)}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
      {data?.canSendMail === false ? (
        <Text size="sm" className="wp-warning">
          No mail can be sent here yet: whoever runs this installation sets WAYPOST_SMTP_URL and
          WAYPOST_MAIL_FROM.
        </Text>
      ) : null}
      {data?.receivers === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody is told yet: alerts are only shown here.
        </Text>
      ) : null}
    </Section>
  );
}
