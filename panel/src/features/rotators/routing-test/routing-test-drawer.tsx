import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { RotatorRulesInput } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { rotatorKey } from '../rotator-queries.ts';
import { RoutingTestResult } from '../../../ui/routing-test/routing-test-result.tsx';
import { toEvaluationInput, emptyTestVisitor } from './test-visitor.ts';
import { VisitorForm } from './visitor-form.tsx';

/** Routes a made-up or past visit with the rules in the editor. The test saves nothing. */
export function RoutingTestDrawer({
  rotatorId,
  draft,
  isOpen,
  close,
}: {
  rotatorId: string;
  /** Undefined while the form has errors. */
  draft: RotatorRulesInput | undefined;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const [visitor, setVisitor] = useState(emptyTestVisitor);
  const body = useMemo(() => ({ ...toEvaluationInput(visitor), draft }), [visitor, draft]);
  const [request] = useDebouncedValue(body, 300);
  const { data, error } = useQuery({
    queryKey: rotatorKey(workspace.id, rotatorId, 'evaluate', request),
    queryFn: ({ signal }) => api.evaluateRotator(rotatorId, request, { signal }),
    enabled: isOpen && request.draft !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <SideDrawer
      title="Routing test"
      lead="Shows where a visitor would go with the rules in the editor, saved or not. Nothing is recorded."
      isOpen={isOpen}
      close={close}
    >
      <VisitorForm visitor={visitor} onChange={setVisitor} />
      <div role="region" aria-label="Result">
        {draft === undefined ? (
          <Alert variant="default">Fix the errors in the rules to see the result.</Alert>
        ) : error !== null ? (
          <ErrorNote error={error} />
        ) : data === undefined ? null : (
          <RoutingTestResult result={data} />
        )}
      </div>
    </SideDrawer>
  );
}
