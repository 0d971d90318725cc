import { ActionIcon, Box, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import classes from '../../../ui/rules/rules.module.css';
import { PathFields } from './path-fields.tsx';
import { formatTargets, type PathValues, type RoutingValues } from './routing-form-schema.ts';

type PathCardProps = {
  form: RecordForm<RoutingValues>;
  path: PathValues;
  at: number;
  isOpen: boolean;
  toggle: () => void;
  isDefault: boolean;
  /** Numbers of the rules that use the path, starting at 1. */
  rules: readonly number[];
  names: ReadonlyMap<string, string>;
  visits: string | undefined;
  onChange: (change: Partial<PathValues>, tag?: string) => void;
  /** Removes the path. Undefined if a rule uses the path or the path is the default. */
  remove: (() => void) | undefined;
  hasError: boolean;
};

export function PathCard(props: PathCardProps): ReactNode {
  const { path, isOpen } = props;
  return (
    <section
      className={classes['card']}
      aria-label={`Path ${path.name}`}
      data-off={path.enabled ? undefined : true}
    >
      <Head {...props} />
      {isOpen ? (
        <Box className={classes['body'] ?? ''}>
          <PathFields {...props} />
        </Box>
      ) : null}
    </section>
  );
}

function Head({
  form,
  path,
  isOpen,
  toggle,
  isDefault,
  rules,
  names,
  visits,
  onChange,
  remove,
  hasError,
}: PathCardProps): ReactNode {
  const uses = [
    ...(isDefault ? ['default'] : []),
    ...(rules.length > 0 ? [`${rules.length === 1 ? 'rule' : 'rules'} ${rules.join(', ')}`] : []),
    ...(isDefault || rules.length > 0 ? [] : ['not used by any rule']),
  ];
  return (
    <div className={classes['head']}>
      <UnstyledButton className={classes['open'] ?? ''} aria-expanded={isOpen} onClick={toggle}>
        <span className={classes['title']}>
          <Text span fw={600} inherit>
            {formatPathName(path)}
          </Text>
          <Text span size="xs" c="dimmed">
            {[...uses, ...(path.enabled ? [] : ['off']), ...(visits === undefined ? [] : [visits])].join(
              ' · ',
            )}
          </Text>
          {hasError ? (
            <Text span size="xs" c="var(--mantine-color-error)">
              Has errors
            </Text>
          ) : null}
        </span>
        <Text span size="sm" c="dimmed" className={classes['sentence'] ?? ''}>
          {formatTargets(path, names)}
        </Text>
      </UnstyledButton>
      <Switch
        aria-label={`Path ${path.name} enabled`}
        checked={path.enabled}
        disabled={form.isReadOnly}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      {form.isReadOnly || remove === undefined ? null : (
        <ActionIcon aria-label={`Remove path ${path.name}`} onClick={remove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
