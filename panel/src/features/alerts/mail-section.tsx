import { Skeleton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';

/** Shows the email setting of the signed-in member. Members can turn only their own emails on or off. */
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
      title="Email notifications"
      lead="New and resolved alerts are combined into one email, sent at most once every five minutes."
    >
      {failed === null ? null : <ErrorNote error={failed} retry={() => void refetch()} />}
      {data === undefined ? (
        <Skeleton h={30} />
      ) : (
        <Switch
          label={`Email alerts to ${me.email}`}
          checked={change.isPending ? change.variables : data.isMailed}
          disabled={change.isPending || (!data.canSendMail && !data.isMailed)}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
      {data?.canSendMail === false ? (
        <Text size="sm" className="wp-warning">
          Email is not configured. Ask your administrator to set WAYPOST_SMTP_URL and WAYPOST_MAIL_FROM.
        </Text>
      ) : null}
      {data?.receivers === 0 ? (
        <Text size="sm" c="dimmed">
          No receivers yet. Alerts are only shown on this page.
        </Text>
      ) : null}
    </Section>
  );
}
