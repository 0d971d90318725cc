import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PostbackTestResult } from '../../lib/api/api.ts';
import { formatResult } from '../../lib/format/error-messages.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { RecordChoice } from '../../ui/record/record-choice.tsx';
import { RawText } from '../../ui/raw-text.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { buildPostbackTest } from './build-postback-test.ts';

/** Previews or sends the postback that a conversion in a campaign would trigger. The test records nothing. */
export function TestDrawer({ close }: { close: () => void }): ReactNode {
  const { api } = useWorkspace();
  const [campaignId, setCampaignId] = useState('');
  const [clickId, setClickId] = useState('');
  const [payout, setPayout] = useState('1');
  const test = useMutation({
    mutationFn: (send: boolean) => api.testPostback(buildPostbackTest({ campaignId, clickId, payout }, send)),
  });
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title="Test postback"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <RecordChoice
          thing="campaigns"
          label="Campaign"
          description="Sent to the URL set on the action, the campaign or the traffic source, in that order."
          placeholder="Choose a campaign"
          value={campaignId}
          onChange={setCampaignId}
        />
        <TextInput
          label="Click ID"
          description="Optional. Fills macros with values from this visit instead of sample values."
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
            Preview
          </Button>
          <Button
            disabled={campaignId === ''}
            loading={test.isPending && test.variables}
            onClick={() => test.mutate(true)}
          >
            Send
          </Button>
        </Group>
        {test.data === undefined ? null : <Result result={test.data} />}
      </Stack>
    </Drawer>
  );
}

function Result({ result: { request, noPostback, answer } }: { result: PostbackTestResult }): ReactNode {
  return (
    <Section title="Request">
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
          <Text c="dimmed">Not sent.</Text>
        )
      ) : (
        <>
          <Text>{`${formatResult(answer)} Took ${answer.durationMs.toLocaleString('en-GB')} ms.`}</Text>
          {answer.response === '' ? null : <RawText text={answer.response} />}
        </>
      )}
    </Section>
  );
}
