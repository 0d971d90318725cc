import { readWebAddress } from '@waypost/contract/web-address.ts';
import { judgeAddress, judgePort, type OutboundRule, type Verdict } from './address-policy.ts';
import { parseAddress } from './parse-address.ts';

type UrlVerdict = { ok: true; url: string } | { ok: false; reason: string };

// Each stands for itself and for all names below it.
const localNames = ['localhost', 'local', 'internal', 'home.arpa', 'arpa', 'onion'];

// What clouds call the service that hands a machine its credentials. Whole, although the rules above cover half of it.
const metadataNames = [
  'metadata',
  'instance-data',
  'rancher-metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'api.metadata.cloud.ibm.com',
];
const refusedNames = [...localNames, ...metadataNames];

/**
 * Judges a user's URL when it is saved, and gives it back as it was written, macros and all. A public name can lead to
 * a private address, today or later: whoever opens the socket judges the resolved addresses again.
 * The reason of a refusal completes "the URL …".
 */
export function judgeOutboundUrl(
  text: string,
  allow: readonly OutboundRule[],
  own: readonly string[] = [],
): UrlVerdict {
  const address = readWebAddress(text);
  if (!address.ok) return address;
  if (!/^https?:\/\//.test(text))
    return { ok: false, reason: 'must start with lowercase http:// or https://' };
  const verdict = judgeHost(address.url, allow, own);
  return verdict.ok ? { ok: true, url: text } : verdict;
}

function judgeHost(url: URL, allow: readonly OutboundRule[], own: readonly string[]): Verdict {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const host = url.hostname.replace(/\.+$/, '');
  const isBracketed = host.startsWith('[');
  if (isBracketed || parseAddress(host) !== undefined)
    return judgeAddress({ address: isBracketed ? host.slice(1, -1) : host, port, allow, own });
  if (isRefusedName(host)) return { ok: false, reason: 'must have a host on the public internet' };
  // Which address the name leads to shows when it is called; a rule for this port may be meant for it.
  return allow.some((rule) => rule.port === port) ? { ok: true } : judgePort(port);
}

function isRefusedName(host: string): boolean {
  if (!host.includes('.')) return true;
  return refusedNames.some((name) => host === name || host.endsWith(`.${name}`));
}
