import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { RotatorRulesInput } from '../../../lib/api.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { rotatorKey } from '../rotator-queries.ts';
import { RoutingTestResult } from '../../../ui/routing-test/routing-test-result.tsx';
import { toEvaluationInput, emptyTestVisitor } from '../../../lib/test-visitor.ts';
import { VisitorForm } from './visitor-form.tsx';

/** Beside the editor: where a visitor would go by the rules as they stand there, saved or not. Nothing is written. */
export function RoutingTestDrawer({
  rotatorId,
  draft,
  isOpen,
  close,
}: {
  rotatorId: string;
  /** Undefined while it has mistakes. */
  draft: RotatorRulesInput | undefined;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const [visitor, setVisitor] = useState(emptyTestVisitor);
  const body = useMemo(() => ({ ...toEvaluationInput(visitor), draft }), [visitor, draft]);
  const [asked] = useDebouncedValue(body, 300);
  const { data, error } = useQuery({
    queryKey: rotatorKey(workspace.id, rotatorId, 'evaluate', asked),
    queryFn: ({ signal }) => api.evaluateRotator(rotatorId, asked, { signal }),
    enabled: isOpen && asked.draft !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <SideDrawer
      title="Try a visitor"
      lead="By the rules as they stand here, saved or not. Nothing is written, and nobody is sent anywhere."
      isOpen={isOpen}
      close={close}
    >
      <VisitorForm visitor={visitor} onChange={setVisitor} />
      <div role="region" aria-label="What would happen">
        {draft === undefined ? (
          <Alert variant="default">The rules have a mistake. Mend it, and they are tried at once.</Alert>
        ) : error !== null ? (
          <ErrorNote error={error} />
        ) : data === undefined ? null : (
          <RoutingTestResult result={data} />
        )}
      </div>
    </SideDrawer>
  );
}
