import { Button, Code, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api.ts';
import { meQuery, useWorkspace } from '../../lib/current-workspace.ts';
import { useForm } from '../../lib/use-form.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { CodeInput, CurrentPassword, Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

const lead = 'A code from your telephone besides the password: who has the password alone does not get in.';

export function SecondFactorSection(): ReactNode {
  const { me } = useWorkspace();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (codes !== undefined)
    return (
      <Section
        title="Recovery codes"
        lead="Each signs you in once when the telephone is away. They are shown only now."
      >
        <Code block>{codes.join('\n')}</Code>
        <Group gap="sm">
          <CopyText text={codes.join('\n')} what="all codes" />
          <Button onClick={() => setCodes(undefined)}>I have kept them</Button>
        </Group>
      </Section>
    );
  const onCodes = (made: string[]) => {
    setCodes(made);
    refresh();
  };
  return (
    <Section title="Second factor" lead={lead}>
      {me.secondFactor.enabled ? (
        <TurnedOn codesLeft={me.secondFactor.recoveryCodesLeft} onCodes={onCodes} onOff={refresh} />
      ) : (
        <TurnOn onCodes={onCodes} />
      )}
    </Section>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }): ReactNode {
  const [offer, setOffer] = useState<{ secret: string; uri: string }>();
  const begin = useForm({ password: '' }, async (proof) =>
    setOffer(await personApi.beginSecondFactor(proof)),
  );
  const confirm = useForm({ code: '' }, async ({ code }) => {
    const { recoveryCodes } = await personApi.confirmSecondFactor({ code });
    onCodes(recoveryCodes);
  });
  if (offer === undefined)
    return (
      <Form form={begin} submit="Turn it on">
        <CurrentPassword {...begin.bind('password')} />
      </Form>
    );
  return (
    <Form form={confirm} submit="Confirm">
      <Text>Read this with an application for codes, then type the six digits that it shows.</Text>
      <QrCode text={offer.uri} label="The secret for your application, as a QR code" />
      <Text size="xs" c="dimmed">
        Or type it: <span className="wp-mono">{offer.secret}</span>
      </Text>
      <CodeInput {...confirm.bind('code')} description={null} inputMode="numeric" autoFocus />
    </Form>
  );
}

function TurnedOn({
  codesLeft,
  onCodes,
  onOff,
}: {
  codesLeft: number;
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}): ReactNode {
  // Set by the button that sends the form.
  const wanted = useRef<'renew' | 'off'>('renew');
  const form = useForm({ password: '', code: '' }, async (proof) => {
    if (wanted.current === 'renew') onCodes((await personApi.renewRecoveryCodes(proof)).recoveryCodes);
    else {
      await personApi.disableSecondFactor(proof);
      onOff();
    }
  });
  const turnOff = (
    <Button type="submit" variant="default" onClick={() => (wanted.current = 'off')}>
      Turn it off
    </Button>
  );
  return (
    <>
      <Text>
        It is on. {codesLeft} recovery {codesLeft === 1 ? 'code is' : 'codes are'} left.
      </Text>
      <Form
        form={form}
        submit="New recovery codes"
        onSend={() => (wanted.current = 'renew')}
        beside={turnOff}
      >
        <CurrentPassword {...form.bind('password')} />
        <CodeInput {...form.bind('code')} />
      </Form>
    </>
  );
}
