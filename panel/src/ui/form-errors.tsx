import { Anchor, Group, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

type InvalidField = { name: string; element: HTMLElement };

type FormErrors = {
  setForm: (form: HTMLFormElement | null) => void;
  found: readonly InvalidField[];
  isSubmitted: boolean;
  onSubmit: () => void;
};

const namedMax = 5;
const none: readonly string[] = [];

/**
 * Finds the invalid fields after each attempt to submit and focuses the first one. Reads the fields from the DOM
 * instead of form state, so that every form is covered. If the form is sent to the server, the attempt ends when
 * `isPending` becomes false.
 */
export function useFormErrors(isPending: boolean): FormErrors {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [found, setFound] = useState<readonly InvalidField[]>([]);
  // This effect runs after every render, because the set of invalid fields changes while the person corrects them.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const now = attempts === 0 || form === null ? [] : findInvalidFields(form);
    setFound((before) => (isSame(before, now) ? before : now));
  });
  useEffect(() => {
    if (attempts === 0 || isPending || form === null) return;
    const first = form.querySelector<HTMLElement>('[data-conflict]') ?? findInvalidFields(form)[0]?.element;
    if (first !== undefined) goTo(first);
    // The submit button lost focus when it was disabled during the request.
    else if (document.activeElement === document.body)
      form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  }, [form, attempts, isPending]);
  return { setForm, found, isSubmitted: attempts > 0, onSubmit: () => setAttempts((before) => before + 1) };
}

export function FormErrorsNote({
  found,
  hidden = none,
}: {
  found: readonly InvalidField[];
  hidden?: readonly string[];
}): ReactNode {
  if (found.length === 0 && hidden.length > 0)
    return (
      <Text role="alert" size="sm" c="var(--mantine-color-error)" mb="xs">
        {hidden.join(' ')}
      </Text>
    );
  if (found.length === 0) return null;
  const others = found.length - namedMax;
  return (
    <Group role="alert" gap="xs" mb="xs">
      <Text size="sm" c="var(--mantine-color-error)">
        {found.length === 1 ? 'Correct this field:' : `Correct these ${found.length} fields:`}
      </Text>
      {found.slice(0, namedMax).map((field, at) => (
        <Anchor
          // The index is the key, because two fields may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          component="button"
          type="button"
          size="sm"
          onClick={() => goTo(field.element)}
        >
          {field.name}
        </Anchor>
      ))}
      {others > 0 ? <Text size="sm" c="var(--mantine-color-error)">{`and ${others} more`}</Text> : null}
    </Group>
  );
}

export function GroupError({ children }: { children: ReactNode }): ReactNode {
  if (children === undefined || children === null) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" tabIndex={-1} data-invalid>
      {children}
    </Text>
  );
}

function findInvalidFields(form: HTMLFormElement): InvalidField[] {
  const marked = form.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid]');
  return [...marked].map((element) => ({ element, name: nameOf(element) }));
}

/**
 * Returns the name of a field. The name includes the rule or path, because the fields of all rules and paths have the
 * same names.
 */
function nameOf(element: HTMLElement): string {
  const own = labelOf(element) ?? closestLabel(element, '[role="group"][aria-label]') ?? 'Unnamed field';
  // A section around the whole form would be part of every name.
  const card = closestLabel(element, 'form section[aria-label]:not([role])');
  return card === undefined || card === own ? own : `${card}: ${own}`;
}

function labelOf(element: HTMLElement): string | undefined {
  const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const text = label ? element.labels?.[0]?.textContent.replace(/\s*\*$/, '') : undefined;
  return element.getAttribute('aria-label') ?? text;
}

function closestLabel(element: HTMLElement, selector: string): string | undefined {
  return element.closest(selector)?.getAttribute('aria-label') ?? undefined;
}

function goTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}

function isSame(one: readonly InvalidField[], other: readonly InvalidField[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, element }, at) => name === other[at]?.name && element === other[at].element)
  );
}
