import type { ReactNode } from 'react';

/** Groups fields, and shows their errors once the focus has left the group. */
export function NamedGroup({
  label,
  className,
  onLeave,
  children,
}: {
  label: string;
  className?: string | undefined;
  onLeave: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    // The element only listens to focus events from its children.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions jsx-a11y/no-noninteractive-element-interactions
    <div
      className={className}
      role="group"
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      {children}
    </div>
  );
}
