import { Group, Kbd, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconClock, IconRoute, IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { recentScreens } from '../../../lib/screens/recent-screens.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useLayer } from '../../../ui/use-layer.ts';
import { matching, neighborOf, type Entry, type EntryGroup } from './entries.ts';
import classes from './search.module.css';
import { optionId, SearchList } from './search-list.tsx';
import { useCommands } from './use-commands.ts';
import { useHits } from './use-hits.ts';
import { useTokenHits } from './use-token-hits.ts';
import { useVisitHits } from './use-visit-hits.ts';

const listId = 'search-list';

export function SearchDialog({
  isOpen,
  opening,
  onClose,
}: {
  isOpen: boolean;
  /**
   * Number of times the dialog was opened. A new number resets the input, even while the previous dialog is fading out.
   */
  opening: number;
  onClose: () => void;
}): ReactNode {
  return (
    <Modal.Root opened={isOpen} onClose={useLayer(isOpen, onClose)} size={600} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Search key={opening} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose }: { onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const records = useHits(typed);
  const visits = useVisitHits(typed);
  const tokens = useTokenHits(typed);
  const groups = [...useLocalGroups(typed), ...records.groups, ...visits.groups, ...tokens.groups];
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const choose = (entry: Entry) => {
    onClose();
    entry.choose();
  };
  const move = (by: number) => setChosenId(neighborOf(entries, active, by)?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, for example in Japanese, Enter confirms the composed text.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      if (active !== undefined) choose(active);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        autoFocus
        variant="unstyled"
        size="md"
        className={classes['field']}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder="Search or run a command"
        aria-label="Search or run a command"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosenId(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <SearchList
        id={listId}
        groups={groups}
        active={active}
        onPoint={({ id }) => setChosenId(id)}
        onChoose={choose}
      />
      <SearchStatus
        typed={typed.trim()}
        count={entries.length}
        hasMore={records.hasMore}
        isLoading={records.isLoading || visits.isLoading || tokens.isLoading}
        error={records.error ?? visits.error ?? tokens.error}
      />
      <Group gap="md" px="md" py="sm" visibleFrom="sm" className={classes['keys']}>
        <Text size="xs" c="dimmed">
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to select, <Kbd size="xs">Enter</Kbd> to open,{' '}
          <Kbd size="xs">Esc</Kbd> to close
        </Text>
      </Group>
    </>
  );
}

function useLocalGroups(typed: string): EntryGroup[] {
  const { screens, commands } = useCommands();
  const recent = useRecent(screens);
  const visits = useVisits(typed.trim());
  const groups =
    typed.trim() === ''
      ? [
          { title: 'Recent', entries: recent },
          { title: 'Screens', entries: screens },
          { title: 'Commands', entries: commands },
        ]
      : [
          { title: 'Visits', entries: visits },
          { title: 'Screens', entries: matching(typed, screens) },
          { title: 'Commands', entries: matching(typed, commands) },
        ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Matches click IDs, visit IDs and event IDs. */
const visitId = /^(?:[0-9A-Za-z]{38}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function useVisits(typed: string): Entry[] {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  if (!visitId.test(typed) || !may('events.read')) return [];
  const choose = () => void navigate({ to: '/visits/$visitId', params: { visitId: typed } });
  return [{ id: `visit ${typed}`, label: 'View visit', detail: typed, icon: IconRoute, choose }];
}

function useRecent(screens: readonly Entry[]): Entry[] {
  const { me, workspace } = useWorkspace();
  const navigate = useNavigate();
  const currentPath = useRouterState({ select: ({ location }) => location.pathname });
  return recentScreens({ personId: me.id, workspaceId: workspace.id })
    .filter(({ path }) => path !== currentPath)
    .flatMap(({ path, title }): Entry[] => {
      const screen = screens.find(({ id }) => id !== '/' && path.startsWith(`${id}/`));
      // Skips forms for new records and pages that were left before the record's name had loaded.
      if (screen === undefined || path.endsWith('/new') || title === screen.label) return [];
      const choose = () => void navigate({ to: path });
      return [{ id: `recent ${path}`, label: title, detail: screen.label, icon: IconClock, choose }];
    })
    .slice(0, 5);
}

function SearchStatus({
  typed,
  count,
  hasMore,
  isLoading,
  error,
}: {
  typed: string;
  count: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
}): ReactNode {
  const found = count === 1 ? '1 result' : `${count} results`;
  const seen = isLoading
    ? 'Searching…'
    : hasMore
      ? 'More results available. Keep typing to narrow them down.'
      : `No results for “${typed}”.`;
  return (
    <>
      <VisuallyHidden role="status">{typed === '' || isLoading ? '' : found}</VisuallyHidden>
      {error === null ? null : <ErrorNote error={error} />}
      {typed === '' || error !== null || (count > 0 && !hasMore && !isLoading) ? null : (
        <Text size="xs" c="dimmed" px="md" py="sm">
          {seen}
        </Text>
      )}
    </>
  );
}
