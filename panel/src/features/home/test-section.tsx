import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import { ConversionSteps, VisitSteps } from './test-steps.tsx';
import { useTests, type Tested } from './use-tests.ts';

export function TestSection({ isServed, ...tested }: Tested & { isServed: boolean }): ReactNode {
  const tests = useTests(tested);
  return (
    <Section
      title="Test"
      lead={
        <>
          Tests are real requests and appear in Events with the tag <span className="wp-mono">{testTag}</span>
          . Reports leave them out unless you include test traffic.
        </>
      }
    >
      <Stack gap="xs">
        <Group>
          {isServed ? (
            <Button
              component="a"
              href={tests.testLink}
              target="_blank"
              rel="noopener noreferrer"
              onClick={tests.sendVisit}
            >
              Send test visit
            </Button>
          ) : (
            <Button disabled>Send test visit</Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          Opens the campaign link in a new tab. The result appears here.
        </Text>
        <div aria-live="polite">
          <VisitSteps tests={tests} routing={tested.routing} />
        </div>
      </Stack>
      <Stack gap="xs">
        <Group>
          <Button
            variant="default"
            disabled={(tests.timeline?.visit ?? null) === null}
            loading={tests.isSendingConversion}
            onClick={tests.sendConversion}
          >
            Send test conversion
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          Calls the incoming postback URL with the test visit’s click ID.
        </Text>
        <div aria-live="polite">
          <ConversionSteps tests={tests} source={tested.source} />
        </div>
      </Stack>
    </Section>
  );
}
