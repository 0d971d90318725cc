import { Anchor, Group, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

/** An invalid field, as the page shows it. */
type Mistake = { name: string; element: HTMLElement };

type Mistakes = {
  /** The ref of the form element. */
  setForm: (form: HTMLFormElement | null) => void;
  found: readonly Mistake[];
  isTried: boolean;
  /** Call this when the form is submitted. */
  onSubmit: () => void;
};

const namedMax = 5;
const none: readonly string[] = [];

/**
 * Finds the invalid fields of a form after each attempt to submit it, and moves the focus to the first one. It reads the
 * page rather than the state of the form, so every form is covered, whatever its fields are made of. The attempt ends when
 * `isPending` does, where the form is sent to the server.
 */
export function useFormErrors(isPending: boolean): Mistakes {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [found, setFound] = useState<readonly Mistake[]>([]);
  // After every render, without a list of dependencies: fields change while the person corrects them.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const now = attempts === 0 || form === null ? [] : findMistakes(form);
    setFound((before) => (isSame(before, now) ? before : now));
  });
  useEffect(() => {
    if (attempts === 0 || isPending || form === null) return;
    const first = form.querySelector<HTMLElement>('[data-conflict]') ?? findMistakes(form)[0]?.element;
    if (first !== undefined) goTo(first);
    // A button that shows progress is disabled, and loses the focus.
    else if (document.activeElement === document.body)
      form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  }, [form, attempts, isPending]);
  return { setForm, found, isTried: attempts > 0, onSubmit: () => setAttempts((before) => before + 1) };
}

/** Names the invalid fields beside the submit button; each name leads to its field. */
export function FormErrorsNote({
  found,
  hidden = none,
}: {
  found: readonly Mistake[];
  /** Errors to list where no field on the page shows one. */
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
      {found.slice(0, namedMax).map((mistake, at) => (
        <Anchor
          // Two fields may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          component="button"
          type="button"
          size="sm"
          onClick={() => goTo(mistake.element)}
        >
          {mistake.name}
        </Anchor>
      ))}
      {others > 0 ? <Text size="sm" c="var(--mantine-color-error)">{`and ${others} more`}</Text> : null}
    </Group>
  );
}

/** The error of something that has no field of its own, such as a list as a whole. */
export function GroupError({ children }: { children: ReactNode }): ReactNode {
  if (children === undefined || children === null) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" tabIndex={-1} data-mistake>
      {children}
    </Text>
  );
}

function findMistakes(form: HTMLFormElement): Mistake[] {
  const marked = form.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-mistake]');
  return [...marked].map((element) => ({ element, name: nameOf(element) }));
}

/** With the rule or path that the field belongs to: their fields have the same names. */
function nameOf(element: HTMLElement): string {
  const own = labelOf(element) ?? closestLabel(element, '[role="group"][aria-label]') ?? 'This form';
  const card = closestLabel(element, 'section[aria-label]:not([role])');
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

function isSame(one: readonly Mistake[], other: readonly Mistake[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, element }, at) => name === other[at]?.name && element === other[at].element)
  );
}
