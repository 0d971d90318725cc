import { Drawer, Group, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Editing } from '../../../lib/forms/use-history.ts';
import { useNamesIn } from '../../../ui/record/use-names-in.ts';
import { useLayer } from '../../../ui/use-layer.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { PathFields } from './path-fields.tsx';
import type { RoutingValues } from './routing-form-schema.ts';

// Edits a path over the rule that uses it. The path is saved with the rules.
export function PathDrawer({
  editing: { form, change },
  pathId,
  close,
}: {
  editing: Editing<RoutingValues>;
  pathId: string;
  close: () => void;
}): ReactNode {
  useReturnFocus();
  const { paths } = form.values;
  const at = paths.findIndex(({ id }) => id === pathId);
  const path = paths[at];
  const names = useNamesIn([path?.landings, path?.offers], ['landings', 'offers']);
  const onClose = useLayer(path !== undefined, close);
  if (path === undefined) return null;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={`Path: ${path.name}`}
    >
      <PathFields
        form={form}
        path={path}
        at={at}
        names={names}
        isNarrow
        onChange={(next, tag) => change({ paths: paths.with(at, { ...path, ...next }) }, tag)}
      />
      <Group mt="lg">
        <Button onClick={close}>Done</Button>
      </Group>
    </Drawer>
  );
}
