import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

const shownMax = 20;

/** Warns if several campaigns use the rotator, because an edit affects all of them. */
export function UsedBy({ rotatorId }: { rotatorId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    // Starts with the campaign query key, so that any change to a campaign refetches this list.
    queryKey: [workspace.id, 'campaigns', 'of rotator', rotatorId],
    queryFn: ({ signal }) => api.listCampaigns({ query: { rotatorId, limit: shownMax }, signal }),
  });
  if (data === undefined) return null;
  const { items, meta } = data;
  const total = meta.total ?? items.length;
  const names = items.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index === 0 ? '' : ', '}
      <Anchor
        renderRoot={(root) => <Link {...root} to="/campaigns/$campaignId" params={{ campaignId: id }} />}
        inherit
      >
        {name}
      </Anchor>
    </Fragment>
  ));
  const more = total > items.length ? ` and ${total - items.length} more` : '';
  if (total > 1)
    return (
      <Alert
        mb="md"
        variant="light"
        color="gray"
        icon={<IconAlertTriangle aria-hidden />}
        title={`${total} campaigns use this rotator`}
      >
        Changes affect all of them: {names}
        {more}. To change only one, duplicate the rotator and switch that campaign to the copy.
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {total === 0 ? 'No campaign uses this rotator.' : <>Used by {names}.</>}
    </Text>
  );
}
