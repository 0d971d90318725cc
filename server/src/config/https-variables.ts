import {
  base64Url,
  choice,
  count,
  emailAddress,
  hostName,
  ipAddress,
  list,
  path,
  secureUrl,
  text,
} from './parsers.ts';
import { variable } from './variable.ts';

export const httpsVariables = {
  WAYPOST_DOMAIN: variable({
    parse: hostName,
    default: '',
    whenEmpty: 'Waypost serves the panel over HTTP, for a proxy that terminates TLS',
    about:
      'Host name of the panel and API, which Waypost then serves over HTTPS with its own certificate. Requires `WAYPOST_TRACKING_DOMAIN`. See docs/operator/https.md.',
  }),
  WAYPOST_TRACKING_DOMAIN: variable({
    parse: hostName,
    default: '',
    whenEmpty: 'the edge serves HTTP only, for a proxy that terminates TLS',
    about:
      'Host name for visitors. The edge then serves it and all verified tracking domains over HTTPS. Must be the same on every machine.',
  }),
  WAYPOST_HTTPS_HOST: variable({
    parse: text,
    default: '',
    whenEmpty: 'all IPv4 and IPv6 addresses',
    about: 'Address that the ports for HTTPS and HTTP listen on.',
  }),
  WAYPOST_HTTPS_PORT: variable({
    parse: count(1, 65_535),
    default: '443',
    about: 'Port for HTTPS. Only used if `WAYPOST_TRACKING_DOMAIN` is set.',
  }),
  WAYPOST_HTTP_PORT: variable({
    parse: count(1, 65_535),
    default: '80',
    about:
      'Port for HTTP, which answers the certificate authority, redirects the panel to HTTPS and serves campaign links. Certificate authorities always connect to port 80.',
  }),
  WAYPOST_PUBLIC_ADDRESSES: variable({
    parse: list(ipAddress),
    default: '',
    whenEmpty: 'the public addresses of the network interfaces',
    about:
      'Comma-separated public IP addresses of this machine, if it is behind NAT. Certificates are requested only after the hosts point to one of them.',
  }),
  WAYPOST_ACME_EMAIL: variable({
    parse: emailAddress,
    default: '',
    whenEmpty: 'the account has no address',
    about: 'Email address for messages from the certificate authority.',
  }),
  WAYPOST_ACME_DIRECTORY: variable({
    parse: secureUrl,
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    about: 'URL of the certificate authority’s ACME directory.',
  }),
  WAYPOST_ACME_CHALLENGE: variable({
    parse: choice('http-01', 'tls-alpn-01'),
    default: 'http-01',
    about:
      'How the certificate authority checks that a host is yours: `http-01` on port 80, or `tls-alpn-01` on port 443.',
  }),
  WAYPOST_ACME_EAB_ID: variable({
    parse: text,
    default: '',
    whenEmpty: 'the account is not bound to an existing one',
    about: 'Key ID for external account binding, which some certificate authorities require.',
  }),
  WAYPOST_ACME_EAB_KEY: variable({
    parse: base64Url,
    default: '',
    whenEmpty: 'the account is not bound to an existing one',
    about: 'HMAC key for external account binding.',
    secret: 'whole',
  }),
  WAYPOST_ACME_CA_FILE: variable({
    parse: path,
    default: '',
    whenEmpty: 'the public certificate authorities are trusted',
    about: 'PEM file with the root certificate of a private certificate authority’s server.',
  }),
} as const;
