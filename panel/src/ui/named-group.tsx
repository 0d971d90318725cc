import type { ReactNode } from 'react';

/** Fields that belong together under a name. What is wrong with them may be said once the focus has left them. */
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
    // Nothing is done here: it is where what happens within is heard of.
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
