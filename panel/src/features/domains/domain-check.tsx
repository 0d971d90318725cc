import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Domain, HostRecord } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { domainKind } from './kind.ts';
import { NoTarget, RecordLines } from './record-lines.tsx';
import { formatRecord, verificationLabels } from './format-domain.ts';
import { useTarget } from './use-target.ts';

const lookupIntervalMs = 5_000;

/** Shows the DNS check of a domain, which is repeated every few seconds until the domain is verified. */
export function DomainCheck({ domain }: { domain: Domain }): ReactNode {
  const { may } = useWorkspace();
  const target = useTarget();
  if (target === undefined) return <Skeleton h={160} />;
  if (target === null) return <NoTarget />;
  const isVerified = domain.verification === 'verified';
  return (
    <FieldGroup title="DNS">
      {isVerified ? null : <RecordLines host={domain.host} target={target} />}
      {!may('domains.check') ? (
        <Text>{verificationLabels[domain.verification]}.</Text>
      ) : isVerified ? (
        <Verified domain={domain} target={target} />
      ) : (
        <PendingCheck domain={domain} />
      )}
    </FieldGroup>
  );
}

function useCheck({ id }: Domain) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(domainKind.thing);
  return useMutation({
    mutationFn: () => api.checkDomain(id),
    onSuccess: (checked) => {
      queries.setQueryData([...key, id], checked);
      void queries.invalidateQueries({ queryKey: [...key, 'list'] });
    },
  });
}

function Verified({ domain, target }: { domain: Domain; target: string }): ReactNode {
  const check = useCheck(domain);
  return (
    <>
      {check.error === null ? null : <ErrorNote error={check.error} close={check.reset} />}
      <Alert variant="light" icon={<IconCheck aria-hidden />} title="Verified" role="status">
        <Text size="sm">
          {domain.host} points to {target}
          {domain.checkedAt === null ? null : (
            <>
              , checked <Timestamp at={domain.checkedAt} />
            </>
          )}
          . Campaigns can use this domain.
        </Text>
      </Alert>
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check again
        </Button>
      </Group>
    </>
  );
}

/** Shows the current DNS state and verifies the domain as soon as the record is correct. */
function PendingCheck({ domain }: { domain: Domain }): ReactNode {
  const { api } = useWorkspace();
  const key = useKindKey(domainKind.thing);
  const { mutate, isIdle, error: checkError, reset } = useCheck(domain);
  const { data, error, refetch, dataUpdatedAt, isFetching } = useQuery({
    queryKey: [...key, domain.id, 'record'],
    queryFn: ({ signal }) => api.getHostRecord({ query: { host: domain.host }, signal }),
    refetchInterval: lookupIntervalMs,
    staleTime: 0,
  });
  const isRight = data?.state === 'right';
  useEffect(() => {
    if (isRight && isIdle) mutate();
  }, [isRight, isIdle, mutate]);
  return (
    <>
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {checkError === null ? null : <ErrorNote error={checkError} retry={reset} />}
      {data === undefined ? (
        error === null ? (
          <Text role="status">Looking up {domain.host}…</Text>
        ) : null
      ) : (
        <DnsState record={data} at={dataUpdatedAt} isFetching={isFetching} />
      )}
    </>
  );
}

function DnsState({
  record,
  at,
  isFetching,
}: {
  record: HostRecord;
  at: number;
  isFetching: boolean;
}): ReactNode {
  const { seen, next } = formatRecord(record);
  const isWrong = record.state === 'wrong';
  return (
    <Alert
      role="status"
      variant="light"
      {...(isWrong ? { color: 'red' } : {})}
      icon={isWrong ? <IconAlertTriangle aria-hidden /> : <IconHourglass aria-hidden />}
      title={seen}
    >
      <Text size="sm">{next}</Text>
      <Text size="xs" c="dimmed" mt="xs" aria-hidden>
        {isFetching
          ? 'Checking…'
          : `Last checked at ${new Date(at).toLocaleTimeString('en-GB')}. Checks run every five seconds.`}
      </Text>
    </Alert>
  );
}
