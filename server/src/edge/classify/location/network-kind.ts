import { cellularNumbers, hostingNumbers, broadbandNumbers, relayNumbers } from './network-lists.ts';
import { buildNetworkPart, type Network, type NetworkPart } from './location.ts';

type Kind = Pick<Network, 'connectionType' | 'isDatacenter'>;

const hosting: Kind = { connectionType: 'hosting', isDatacenter: true };
const cellular: Kind = { connectionType: 'cellular', isDatacenter: false };
const other: Kind = { connectionType: 'other', isDatacenter: false };
const broadband: Kind = { connectionType: 'broadband', isDatacenter: false };

// Words in company names that reveal what the company does. `wireless` is not among the words for mobile carriers,
// because most companies that use it provide home internet.
const hostingName =
  /\b(?:hosting|hosts?|hosted|webhost\w*|data ?cent(?:er|re)s?|clouds?|cloud ?computing|vps|vds|servers?|dedicated|colo|colocation|cdn|datacamp|digitalocean|ovh|hetzner|linode|leaseweb|contabo|vultr|scaleway)\b/i;
const cellularName =
  /\b(?:mobile|mobility|mobil|mobitel|mobilink|mobinil|cellular|celular|cellulaire|gsm|movil|moviles|telcel|umts|lte)\b/i;
const otherName =
  /\b(?:universit\w+|college|schools?|academ\w+|institut\w*|education\w*|research|government|ministr\w+|department of|county of|city of|state of|federal|army|navy|military|police|hospitals?|bank|banco)\b/i;

/** Derives the connection type from the AS number and the owner's name, the only data in free lists. */
export function networkKind(asn: number, owner: string): Kind {
  if (hostingNumbers.has(asn)) return hosting;
  if (cellularNumbers.has(asn)) return cellular;
  if (relayNumbers.has(asn)) return other;
  if (broadbandNumbers.has(asn)) return broadband;
  if (hostingName.test(owner)) return hosting;
  if (cellularName.test(owner)) return cellular;
  return otherName.test(owner) ? other : broadband;
}

// Some names are long, because one country's registry includes postal addresses in them.
const ownerLengthMax = 120;

export function buildNetwork(asn: number, owner: string): NetworkPart {
  const name = owner.trim().slice(0, ownerLengthMax);
  const { connectionType, isDatacenter } = networkKind(asn, name);
  return buildNetworkPart({ asn, isp: name === '' ? undefined : name, connectionType, isDatacenter });
}
