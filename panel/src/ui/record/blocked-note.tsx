import { Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readBlocked } from '../../lib/api/describe-error.ts';
import { recordPath } from '../../lib/screens/screen.ts';
import { ErrorNote } from '../error-note.tsx';

/** Explains a rejected change, with links to the records that prevent it. */
export function BlockedNote({ error, close }: { error: unknown; close: () => void }): ReactNode {
  const blocked = readBlocked(error);
  return (
    <ErrorNote error={error} close={close}>
      {blocked.length === 0 ? null : (
        <List size="sm" mb="xs">
          {blocked.map(({ id, name, by }) => (
            <List.Item key={id}>
              {name}
              {by.length === 0 ? null : ': '}
              {by.map((user, at) => (
                <span key={user.id}>
                  {at === 0 ? '' : ', '}
                  <RecordLink {...user} />
                </span>
              ))}
            </List.Item>
          ))}
        </List>
      )}
    </ErrorNote>
  );
}

function RecordLink({ type, id, name }: { type: string; id: string; name: string }): ReactNode {
  const path = recordPath(type, id);
  const shown = `${type.replaceAll('-', ' ')} ${name}`;
  if (path === undefined) return shown;
  return (
    <Anchor component={Link} to={path} inherit>
      {shown}
    </Anchor>
  );
}
