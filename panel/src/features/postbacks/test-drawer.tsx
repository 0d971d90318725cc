import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PostbackTestResult } from '../../lib/api.ts';
import { formatCallError, formatStatus } from '../../lib/error-messages.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { RawText } from '../../ui/raw-text.tsx';
import { useLayer } from '../../ui/use-layer.ts';

/** The call that a conversion of a campaign would make, shown, and made where that is wanted. Nothing is counted. */
export function TestDrawer({ close }: { close: () => void }): ReactNode {
  const { api } = useWorkspace();
  const [campaignId, setCampaignId] = useState('');
  const [clickId, setClickId] = useState('');
  const [payout, setPayout] = useState('1');
  const test = useMutation({
    mutationFn: (send: boolean) =>
      api.testPostback({
        campaignId,
        send,
        ...(clickId.trim() === '' ? {} : { clickId: clickId.trim() }),
        ...(payout.trim() === '' ? {} : { payout: payout.trim() }),
      }),
  });
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title="Test call to a receiver"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <RecordChoice
          thing="campaigns"
          label="Campaign"
          description="Its action, its own URL or its traffic source says whom to call."
          placeholder="Choose a campaign"
          value={campaignId}
          onChange={setCampaignId}
        />
        <TextInput
          label="Click id"
          description="Of a visit whose values are filled in; left out, they are made up."
          value={clickId}
          onChange={({ currentTarget }) => setClickId(currentTarget.value)}
        />
        <TextInput
          label="Payout"
          value={payout}
          onChange={({ currentTarget }) => setPayout(currentTarget.value)}
        />
        {test.error === null ? null : <ErrorNote error={test.error} close={test.reset} />}
        <Group gap="sm">
          <Button
            variant="default"
            disabled={campaignId === ''}
            loading={test.isPending && !test.variables}
            onClick={() => test.mutate(false)}
          >
            Show the call
          </Button>
          <Button
            disabled={campaignId === ''}
            loading={test.isPending && test.variables}
            onClick={() => test.mutate(true)}
          >
            Make the call
          </Button>
        </Group>
        {test.data === undefined ? null : <Result result={test.data} />}
      </Stack>
    </Drawer>
  );
}

function Result({ result: { request, noPostback, answer } }: { result: PostbackTestResult }): ReactNode {
  return (
    <Section title="The call">
      {noPostback === null ? null : <Text>{noPostback}</Text>}
      {request === null ? null : (
        <>
          <RawText text={`${request.method} ${request.url}`} />
          {request.headers.map(({ name, value }) => (
            <Text key={name} size="sm" className="wp-mono">{`${name}: ${value}`}</Text>
          ))}
          {request.body === null ? null : <RawText text={request.body} />}
        </>
      )}
      {answer === null ? (
        request === null ? null : (
          <Text c="dimmed">It was not made.</Text>
        )
      ) : (
        <>
          <Text>
            {`${answer.status === null ? formatCallError(answer.error) : formatStatus(answer.status)} It took ${answer.durationMs.toLocaleString('en-GB')} ms.`}
          </Text>
          {answer.response === '' ? null : <RawText text={answer.response} />}
        </>
      )}
    </Section>
  );
}
