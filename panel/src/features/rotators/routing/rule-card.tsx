import { ActionIcon, Menu, Stack, Switch, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconGripVertical } from '@tabler/icons-react';
import { rotatorFields } from '@waypost/contract/conditions.ts';
import { sayConditions } from '@waypost/contract/conditions/say-conditions.ts';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { shapeOf, writeConditions } from '../../../lib/conditions/nodes.ts';
import type { Editing } from '../../../lib/record-form/use-history.ts';
import { ConditionGroup } from '../../../ui/conditions/condition-group.tsx';
import { RulePaths } from './rule-paths.tsx';
import type { RoutingValues, RuleValues } from './routing-sheet.ts';
import classes from './routing.module.css';

export type RuleVerb = 'up' | 'down' | 'first' | 'last' | 'duplicate' | 'remove';

export type RuleCardProps = {
  editing: Editing<RoutingValues>;
  rule: RuleValues;
  at: number;
  isOpen: boolean;
  toggle: () => void;
  names: ReadonlyMap<string, string>;
  warnings: readonly string[];
  /** What was wrong with it when it was last tried to save. */
  hasMistake: boolean;
  onChange: (change: Partial<RuleValues>, tag?: string) => void;
  run: (verb: RuleVerb) => void;
  drag: {
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    target: 'before' | 'after' | undefined;
  };
};

/** A rule: closed, it says in a sentence whom it takes and where they go; open, all of it can be changed. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { editing, rule, at, isOpen, warnings, onChange, drag } = props;
  const { form } = editing;
  return (
    // Dragging is for who has a mouse; the button that holds it takes arrow keys, and the menu has words.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes['card']}
      aria-label={`Rule ${at + 1}`}
      data-off={rule.enabled ? undefined : true}
      data-target={drag.target}
      onDragOver={drag.onDragOver}
      onDrop={drag.onDrop}
    >
      <Head {...props} />
      {warnings.map((message) => (
        <Text key={message} size="xs" className="wp-warning" px="sm" pb={4}>
          <IconAlertTriangle size={12} aria-hidden /> {message.slice(0, 1).toUpperCase() + message.slice(1)}.
        </Text>
      ))}
      {isOpen ? (
        <Stack gap="md" className={classes['body'] ?? ''}>
          <TextInput
            label="Name"
            maw={420}
            value={rule.name}
            readOnly={form.isReadOnly}
            error={form.errorAt(`rules.${at}.name`)}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, `${rule.key} name`)}
          />
          <div>
            <Title order={3} mb={4}>
              Who
            </Title>
            <ConditionGroup
              fields={rotatorFields}
              group={rule.conditions}
              path={`rules.${at}.conditions`}
              errorAt={form.errorAt}
              isReadOnly={form.isReadOnly}
              onChange={(conditions) => onChange({ conditions }, `${rule.key} ${shapeOf(conditions)}`)}
            />
          </div>
          <div>
            <Title order={3} mb={4}>
              Goes where
            </Title>
            <RulePaths editing={editing} rule={rule} at={at} onChange={onChange} />
          </div>
        </Stack>
      ) : null}
    </section>
  );
}

function Head(props: RuleCardProps): ReactNode {
  const { editing, rule, at, isOpen, toggle, names, hasMistake, onChange, drag, run } = props;
  const { isReadOnly, values } = editing.form;
  const paths = new Map(values.paths.map(({ id, name }) => [id, name]));
  const conditions = writeConditions(rotatorFields, rule.conditions);
  const to = rule.paths.map(({ pathId }) => paths.get(pathId) ?? '?').join(', ');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    run(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <div className={classes['head']}>
      {isReadOnly ? null : (
        <ActionIcon
          // Not every browser drags a button.
          component="div"
          role="button"
          tabIndex={0}
          draggable
          className={classes['grip'] ?? ''}
          aria-label={`Move rule ${at + 1}`}
          title="Drag, or press the arrow keys"
          data-grip={rule.key}
          onDragStart={drag.onDragStart}
          onDragEnd={drag.onDragEnd}
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      )}
      <UnstyledButton className={classes['open'] ?? ''} aria-expanded={isOpen} onClick={toggle}>
        <span className={classes['title']}>
          <Text span fw={600} inherit>
            {`${at + 1}. ${rule.name}`}
          </Text>
          {rule.enabled ? null : (
            <Text span size="xs">
              off
            </Text>
          )}
          {hasMistake ? (
            <Text span size="xs" c="error">
              something is wrong here
            </Text>
          ) : null}
        </span>
        <Text span size="sm" c="dimmed" className={classes['sentence'] ?? ''}>
          {`${conditions === null ? 'Everybody' : `If ${sayConditions(conditions, names)}`}: to ${to}`}
        </Text>
      </UnstyledButton>
      <Switch
        aria-label={`Rule ${at + 1} enabled`}
        checked={rule.enabled}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      {isReadOnly ? null : <RuleMenu at={at} run={run} />}
    </div>
  );
}

const verbs: [RuleVerb, string][] = [
  ['duplicate', 'Duplicate'],
  ['up', 'Move up'],
  ['down', 'Move down'],
  ['first', 'Move to the top'],
  ['last', 'Move to the end'],
  ['remove', 'Remove'],
];

function RuleMenu({ at, run }: { at: number; run: (verb: RuleVerb) => void }): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More about rule ${at + 1}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {verbs.map(([verb, label]) => (
          <Menu.Item key={verb} onClick={() => run(verb)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
