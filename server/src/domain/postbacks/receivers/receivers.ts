import type { PostbackForMacros } from '../postback-macros.ts';
import type { Receiver, ReceiverRequest } from './receiver.ts';
import { templateReceiver, type TemplateSettings } from './template-receiver.ts';

type SettingsByKind = { template: TemplateSettings };

export type ReceiverKind = keyof SettingsByKind;

export const receivers: { readonly [Kind in ReceiverKind]: Receiver<SettingsByKind[Kind]> } = {
  template: templateReceiver,
};

/**
 * Identifies one of the receivers of a conversion, and is stored with each postback. If a conversion can have several
 * receivers of the same kind, the key ends with the ID of the settings.
 */
export type ReceiverKey = ReceiverKind | `${ReceiverKind}:${string}`;

/** A receiver that is set up for a campaign, an action or a traffic source. */
export type ChosenReceiver<Kinds extends ReceiverKind = ReceiverKind> = {
  [Kind in Kinds]: { kind: Kind; id?: string; settings: SettingsByKind[Kind] };
}[Kinds];

export function receiverKey({ kind, id }: Pick<ChosenReceiver, 'kind' | 'id'>): ReceiverKey {
  return id === undefined ? kind : `${kind}:${id}`;
}

export function findReceiver(key: ReceiverKey): Pick<Receiver<unknown>, 'judgeResponse' | 'decideRetry'> {
  const [kind] = key.split(':') as [ReceiverKind];
  return receivers[kind];
}

// The type parameter ties the settings to the kind, so that this compiles with more than one kind.
export function buildRequest<Kind extends ReceiverKind>(
  { kind, settings }: ChosenReceiver<Kind>,
  postback: PostbackForMacros,
): ReceiverRequest | undefined {
  return receivers[kind].buildRequest(settings, postback);
}
