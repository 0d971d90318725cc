type LinkReach = 'public' | 'network' | 'computer';

// Local names and addresses from RFC 1122, 1918, 3927, 4193, 4291, 6598, 6761, 6762 and 8375.
const ownHosts =
  /^(?:localhost|.*\.localhost|0\.0\.0\.0|127(?:\.\d+){3}|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:.*\])$/;
const networkHosts = [
  /^10(?:\.\d+){3}$/,
  /^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/,
  /^192\.168(?:\.\d+){2}$/,
  /^169\.254(?:\.\d+){2}$/,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}$/,
  /^\[f[cd][0-9a-f]{2}:.*\]$/,
  /^\[fe[89ab][0-9a-f]:.*\]$/,
  /\.(?:local|internal|lan|home\.arpa|test)$/,
  // Names without a dot resolve only on the local network.
  /^[^.:[\]]+$/,
];

/**
 * Returns who can open the first link in a text, judged by the link's host. Returns `public` if the text has no link.
 */
export function reachOf(text: string): LinkReach {
  const link = /https?:\/\/[^/\s"'<>?#{]+/i.exec(text)?.[0];
  if (link === undefined || !URL.canParse(link)) return 'public';
  const host = new URL(link).hostname.replace(/\.$/, '');
  if (ownHosts.test(host)) return 'computer';
  return networkHosts.some((pattern) => pattern.test(host)) ? 'network' : 'public';
}
