import { ActionIcon, Menu, Switch, Text, Stack, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconGripVertical } from '@tabler/icons-react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import classes from './rules.module.css';

export type RuleVerb = 'up' | 'down' | 'first' | 'last' | 'duplicate' | 'remove';

export type ListedRule = {
  /** ID of a saved rule, or a temporary key that starts with `new-`. */
  key: string;
  name: string;
  enabled: boolean;
};

export type RuleCardProps = {
  rule: ListedRule;
  at: number;
  sentence: ReactNode;
  note: string | undefined;
  isOpen: boolean;
  toggle: () => void;
  isReadOnly: boolean;
  warnings: readonly string[];
  hasMistake: boolean;
  enable: (enabled: boolean) => void;
  run: (verb: RuleVerb) => void;
  drag: {
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    target: 'before' | 'after' | undefined;
  };
  children: ReactNode;
};

export function RuleCard(props: RuleCardProps): ReactNode {
  const { rule, at, isOpen, warnings, drag, children } = props;
  return (
    // Dragging needs a mouse. Without a mouse, rules can be moved with arrow keys on the grip or with the menu.
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
          <IconAlertTriangle size={12} aria-hidden /> {capitalize(message)}.
        </Text>
      ))}
      {isOpen ? (
        <Stack gap="md" className={classes['body'] ?? ''}>
          {children}
        </Stack>
      ) : null}
    </section>
  );
}

function Head(props: RuleCardProps): ReactNode {
  const { rule, at, sentence, note, isOpen, toggle, isReadOnly, hasMistake, enable, drag, run } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    run(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <div className={classes['head']}>
      {isReadOnly ? null : (
        <ActionIcon
          // The grip is not a button element, because some browsers cannot drag a button.
          component="div"
          role="button"
          tabIndex={0}
          draggable
          className={classes['grip'] ?? ''}
          aria-label={`Move rule ${at + 1}`}
          title="Drag to reorder, or use the arrow keys"
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
              disabled
            </Text>
          )}
          {note === undefined ? null : (
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
          )}
          {hasMistake ? (
            <Text span size="xs" c="var(--mantine-color-error)">
              has errors
            </Text>
          ) : null}
        </span>
        <Text span size="sm" c="dimmed" className={classes['sentence'] ?? ''}>
          {sentence}
        </Text>
      </UnstyledButton>
      <Switch
        aria-label={`Rule ${at + 1} enabled`}
        checked={rule.enabled}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => enable(currentTarget.checked)}
      />
      {isReadOnly ? null : <RuleMenu at={at} run={run} />}
    </div>
  );
}

const verbs: [RuleVerb, string][] = [
  ['duplicate', 'Duplicate'],
  ['up', 'Move up'],
  ['down', 'Move down'],
  ['first', 'Move to top'],
  ['last', 'Move to bottom'],
  ['remove', 'Remove'],
];

function RuleMenu({ at, run }: { at: number; run: (verb: RuleVerb) => void }): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for rule ${at + 1}`}>
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
