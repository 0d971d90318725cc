import { cellularNumbers, hostingNumbers, plainNumbers, relayNumbers } from './network-lists.ts';
import { buildNetworkPart, type Network, type NetworkPart } from './location.ts';

type Kind = Pick<Network, 'connectionType' | 'isDatacenter'>;

const hosting: Kind = { connectionType: 'hosting', isDatacenter: true };
const cellular: Kind = { connectionType: 'cellular', isDatacenter: false };
const other: Kind = { connectionType: 'other', isDatacenter: false };
const broadband: Kind = { connectionType: 'broadband', isDatacenter: false };

// Words that a company puts into its name because it is its business. `wireless` is not among the mobile ones: most
// that use it bring the internet to houses.
const hostingName =
  /\b(?:hosting|hosts?|hosted|webhost\w*|data ?cent(?:er|re)s?|clouds?|cloud ?computing|vps|vds|servers?|dedicated|colo|colocation|cdn|datacamp|digitalocean|ovh|hetzner|linode|leaseweb|contabo|vultr|scaleway)\b/i;
const cellularName =
  /\b(?:mobile|mobility|mobil|mobitel|mobilink|mobinil|cellular|celular|cellulaire|gsm|movil|moviles|telcel|umts|lte)\b/i;
const otherName =
  /\b(?:universit\w+|college|schools?|academ\w+|institut\w*|education\w*|research|government|ministr\w+|department of|county of|city of|state of|federal|army|navy|military|police|hospitals?|bank|banco)\b/i;

/** What sort of network it is, from its number and the name of its owner: the only facts the free lists have. */
export function networkKind(asn: number, owner: string): Kind {
  if (hostingNumbers.has(asn)) return hosting;
  if (cellularNumbers.has(asn)) return cellular;
  if (relayNumbers.has(asn)) return other;
  if (plainNumbers.has(asn)) return broadband;
  if (hostingName.test(owner)) return hosting;
  if (cellularName.test(owner)) return cellular;
  return otherName.test(owner) ? other : broadband;
}

/** Names can be long: the register of one country puts addresses into them. */
const ownerLengthMax = 120;

export function buildNetwork(asn: number, owner: string): NetworkPart {
  const name = owner.trim().slice(0, ownerLengthMax);
  const { connectionType, isDatacenter } = networkKind(asn, name);
  return buildNetworkPart({ asn, isp: name === '' ? undefined : name, connectionType, isDatacenter });
}
