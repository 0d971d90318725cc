import { Box, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Entry, EntryGroup } from './entries.ts';
import classes from './search.module.css';

export const optionId = (listId: string, entry: Entry) => `${listId} ${entry.id}`.replaceAll(/[^\w-]/g, '-');

/** Listbox for the search field. Focus remains in the field, which refers to the active option. */
export function SearchList({
  id,
  groups,
  active,
  onPoint,
  onChoose,
}: {
  id: string;
  groups: readonly EntryGroup[];
  active: Entry | undefined;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active === undefined ? undefined : optionId(id, active);
  useEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className={classes['list']}>
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" c="dimmed" px="sm" pt="sm" pb={2} aria-hidden>
            {title}
          </Text>
          {entries.map((entry) => (
            <Box
              key={entry.id}
              id={optionId(id, entry)}
              role="option"
              aria-selected={entry === active}
              className={classes['option']}
              onMouseMove={() => onPoint(entry)}
              onClick={() => onChoose(entry)}
            >
              <entry.icon size={16} stroke={1.6} aria-hidden />
              <Text truncate>{entry.label}</Text>
              {entry.detail === undefined || entry.detail === '' ? null : (
                <Text size="xs" c="dimmed" truncate className={classes['detail']}>
                  {entry.detail}
                </Text>
              )}
            </Box>
          ))}
        </div>
      ))}
    </div>
  );
}
