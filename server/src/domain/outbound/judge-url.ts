import { readWebAddress } from '@waypost/contract/values/web-address.ts';
import { judgeAddress, judgePort, type OutboundRule, type Verdict } from './address-policy.ts';
import { parseHostAddress } from './parse-host-address.ts';

type UrlVerdict = { ok: true; url: string } | { ok: false; reason: string };

// Local domains. Each entry includes all names below it.
const localNames = ['localhost', 'local', 'internal', 'home.arpa', 'arpa', 'onion'];

// Names of cloud metadata services, which return credentials. Names that the local domains above already cover are
// listed as well, so that the list is complete.
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
 * Checks a URL when it is saved and returns the URL unchanged, including macros. A public name may resolve to a
 * private address now or later, so addresses are checked again when the socket is opened. The reason completes the
 * sentence "the URL …".
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
  if (isBracketed || parseHostAddress(host) !== undefined)
    return judgeAddress({ address: isBracketed ? host.slice(1, -1) : host, port, allow, own });
  if (isRefusedName(host)) return { ok: false, reason: 'must have a host on the public internet' };
  // The address is unknown until the name is resolved, and a rule for this port may allow the address.
  return allow.some((rule) => rule.port === port) ? { ok: true } : judgePort(port);
}

function isRefusedName(host: string): boolean {
  if (!host.includes('.')) return true;
  return refusedNames.some((name) => host === name || host.endsWith(`.${name}`));
}
