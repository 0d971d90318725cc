import { Button, Group, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconClock,
  IconDeviceFloppy,
  IconShare,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ListedReport } from '../../lib/api/api.ts';
import { usePreferences } from '../../lib/api/preferences.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { ReportSearch } from './report-search.ts';
import { SaveReportForm } from './save-report-form.tsx';
import { savedDefinitionOf } from './saved-definition.ts';
import type { RequestedReport } from './use-report-definition.ts';
import { useSavedReports, type SavedReportActions } from './use-saved-reports.ts';

const DeliveryDrawer = lazy(async () => ({
  default: (await import('./delivery/delivery-drawer.tsx')).DeliveryDrawer,
}));

export function SavedReports({
  search,
  requested,
  onOpen,
}: {
  search: ReportSearch;
  requested: RequestedReport;
  onOpen: (search: ReportSearch) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const [isSaving, setSaving] = useState(false);
  const { items, refresh, error, forget, ...actions } = useSavedReports(search, onOpen);
  const definition = savedDefinitionOf(requested.whole, search);
  const opened = items.find(({ id }) => id === search.saved);
  const showDelivery = (delivery: ReportSearch['delivery']) => {
    const { delivery: _, ...rest } = search;
    onOpen(delivery === undefined ? rest : { ...rest, delivery });
  };
  return (
    <>
      {opened === undefined ? null : (
        <Text size="sm" fw={600}>
          {opened.name}
        </Text>
      )}
      <Menu shadow="md" position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={14} aria-hidden />}>
            Saved reports
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.length === 0 ? <Menu.Label>No saved reports yet</Menu.Label> : null}
          {items.map((item) => (
            <SavedItem key={item.id} item={item} isOpen={item === opened} actions={actions} />
          ))}
          <Menu.Divider />
          {items.length === 0 ? null : (
            <Menu.Item onClick={() => onOpen({ by: 'campaign' })}>Standard report</Menu.Item>
          )}
          {opened !== undefined && mayChange(opened, may) ? (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              onClick={() => actions.update(opened, definition)}
            >
              {`Save changes to “${opened.name}”`}
            </Menu.Item>
          ) : null}
          {may('reports.save') ? (
            <Menu.Item onClick={() => setSaving(true)}>Save this report</Menu.Item>
          ) : null}
          <DeliveryItems opened={opened} onChoose={showDelivery} />
        </Menu.Dropdown>
      </Menu>
      <SaveReportForm
        isOpen={isSaving}
        close={() => setSaving(false)}
        definition={definition}
        onSaved={(id) => {
          refresh();
          onOpen({ ...search, saved: id });
        }}
      />
      {search.delivery === undefined ? null : (
        <Suspense>
          <DeliveryDrawer tab={search.delivery} reports={items} opened={opened} onChoose={showDelivery} />
        </Suspense>
      )}
      {error === null ? null : <ErrorNote error={error} close={forget} />}
    </>
  );
}

function DeliveryItems({
  opened,
  onChoose,
}: {
  opened: ListedReport | undefined;
  onChoose: (delivery: ReportSearch['delivery']) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const of = opened === undefined ? '' : ` “${opened.name}”`;
  return (
    <>
      {may('reports.publish') ? (
        <Menu.Item leftSection={<IconShare size={14} aria-hidden />} onClick={() => onChoose('links')}>
          {of === '' ? 'Share links' : `Share${of}`}
        </Menu.Item>
      ) : null}
      {may('reports.schedule') ? (
        <Menu.Item leftSection={<IconClock size={14} aria-hidden />} onClick={() => onChoose('schedules')}>
          {of === '' ? 'Schedules' : `Schedule${of}`}
        </Menu.Item>
      ) : null}
    </>
  );
}

type May = ReturnType<typeof useWorkspace>['may'];

function mayChange({ isMine }: ListedReport, may: May): boolean {
  return may('reports.save') && (isMine || may('reports.manage-shared'));
}

function SavedItem({
  item,
  isOpen,
  actions,
}: {
  item: ListedReport;
  isOpen: boolean;
  actions: SavedReportActions;
}): ReactNode {
  const { workspace, may } = useWorkspace();
  const { preferences } = usePreferences();
  const isDefault = preferences?.reports[workspace.id] === item.id;
  const Star = isDefault ? IconStarFilled : IconStar;
  return (
    <Group gap={0} wrap="nowrap">
      <Menu.Item flex={1} fw={isOpen ? 600 : undefined} onClick={() => actions.open(item)}>
        {item.name}
        {item.isShared ? ' · shared' : ''}
      </Menu.Item>
      <Menu.Item
        w="auto"
        closeMenuOnClick={false}
        aria-label={isDefault ? `Stop opening ${item.name} first` : `Open ${item.name} first`}
        title={isDefault ? 'Opens first. Click to undo.' : 'Open Reports with this report'}
        leftSection={<Star size={14} aria-hidden />}
        onClick={() => actions.setDefault(isDefault ? undefined : item)}
      />
      {mayChange(item, may) ? (
        <Menu.Item
          w="auto"
          aria-label={`Delete ${item.name}`}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => actions.remove(item)}
        />
      ) : null}
    </Group>
  );
}
