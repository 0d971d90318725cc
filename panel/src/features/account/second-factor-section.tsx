import { Button, Code, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { meQuery, useWorkspace } from '../../lib/api/current-workspace.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { CodeInput, CurrentPassword, Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { QrCode } from './qr-code.tsx';
import { danger } from '../../ui/danger.ts';

const lead = 'Require a code from an authenticator app in addition to your password.';

export function SecondFactorSection(): ReactNode {
  const { me } = useWorkspace();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (codes !== undefined)
    return (
      <Section
        title="Recovery codes"
        lead="Use a recovery code if you lose your phone. Each code works once. Save them now; they won’t be shown again."
      >
        <Code block>{codes.join('\n')}</Code>
        <Group gap="sm">
          <CopyText text={codes.join('\n')} what="all codes" />
          <Button onClick={() => setCodes(undefined)}>I’ve saved them</Button>
        </Group>
      </Section>
    );
  const onCodes = (issued: string[]) => {
    setCodes(issued);
    refresh();
  };
  return (
    <Section title="Two-factor authentication" lead={lead}>
      {me.secondFactor.enabled ? (
        <TurnedOn codesLeft={me.secondFactor.recoveryCodesLeft} onCodes={onCodes} onOff={refresh} />
      ) : (
        <TurnOn onCodes={onCodes} />
      )}
    </Section>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }): ReactNode {
  const [enrollment, setEnrollment] = useState<{ secret: string; uri: string }>();
  const begin = useForm({ password: '' }, async (proof) =>
    setEnrollment(await personApi.beginSecondFactor(proof)),
  );
  const confirm = useForm({ code: '' }, async ({ code }) => {
    const { recoveryCodes } = await personApi.confirmSecondFactor({ code });
    onCodes(recoveryCodes);
  });
  if (enrollment === undefined)
    return (
      <Form form={begin} submit="Turn on">
        <CurrentPassword {...begin.bind('password')} />
      </Form>
    );
  return (
    <Form form={confirm} submit="Confirm">
      <Text>Scan this QR code with your authenticator app, then enter the six-digit code.</Text>
      <QrCode text={enrollment.uri} label="QR code for your authenticator app" />
      <Text size="xs" c="dimmed">
        Or enter this key: <span className="wp-mono">{enrollment.secret}</span>
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
  // The button that submits the form determines the action.
  const action = useRef<'renew' | 'off'>('renew');
  const form = useForm({ password: '', code: '' }, async (proof) => {
    if (action.current === 'renew') onCodes((await personApi.renewRecoveryCodes(proof)).recoveryCodes);
    else {
      await personApi.disableSecondFactor(proof);
      onOff();
    }
  });
  const turnOff = (
    <Button type="submit" {...danger} onClick={() => (action.current = 'off')}>
      Turn off
    </Button>
  );
  return (
    <>
      <Text>
        Two-factor authentication is on. {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </Text>
      <Form
        form={form}
        submit="Generate new recovery codes"
        onSend={() => (action.current = 'renew')}
        beside={turnOff}
      >
        <CurrentPassword {...form.bind('password')} />
        <CodeInput {...form.bind('code')} />
      </Form>
    </>
  );
}
