import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { variables } from './variables.ts';

export const serviceName = 'waypost';
export const socketName = `${serviceName}.socket`;
// systemctl takes the socket first: a connection to it would start the service again.
export const serviceUnits = [socketName, serviceName] as const;
// Also the name of the user's group and of the folders below.
export const serviceUser = 'waypost';

const programs = '/opt/waypost';
const home = '/var/lib/waypost';

export const servicePlaces = {
  unit: `/etc/systemd/system/${serviceName}.service`,
  // systemd holds the ports, so that visitors wait instead of being refused while the service restarts.
  socket: `/etc/systemd/system/${socketName}`,
  settingsFolder: '/etc/waypost',
  settings: '/etc/waypost/environment',
  programs,
  // One folder for each installed version.
  releases: `${programs}/releases`,
  // Link to the version that runs. An upgrade replaces this link.
  current: `${programs}/current`,
  script: `${programs}/waypost`,
  // Precedes the folders of npm in root's search path.
  command: '/usr/local/sbin/waypost',
  home,
  data: `${home}/data`,
  cache: '/var/cache/waypost',
} as const;

const { unit, socket, settings, current, script, data, cache } = servicePlaces;

// Files of the service with these lines may be replaced and deleted.
const unitMark = `# ${unit}, written by "waypost service install". Use "systemctl edit ${serviceName}" for changes.`;
const socketMark = `# ${socket}, written by "waypost service install" from the settings.`;
const scriptMark = `# ${script}, written by "waypost service install": runs commands with the service's user and settings.`;

export function isWrittenByWaypost(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return [unitMark, socketMark, scriptMark].some((mark) => text.includes(mark));
}

const restrictions = `PrivateTmp=true
PrivateDevices=true
ProtectProc=invisible
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectKernelLogs=true
ProtectControlGroups=true
ProtectClock=true
ProtectHostname=true
RestrictSUIDSGID=true
RestrictNamespaces=true
RestrictRealtime=true
LockPersonality=true
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
`;

// `writable` lists folders outside the service's own that the settings name.
export function buildUnit(writable: readonly string[] = []): string {
  return `${unitMark}
[Unit]
Description=Waypost
Documentation=file:${current}/docs/operator/README.md
Wants=network-online.target
After=network-online.target
Requires=${socketName}
After=${socketName}

[Service]
Type=exec
User=${serviceUser}
Group=${serviceUser}
EnvironmentFile=${settings}
WorkingDirectory=${home}
ExecStart=${script} start
StateDirectory=${serviceName}
StateDirectoryMode=0700
CacheDirectory=${serviceName}

# Only the supervisor gets the signal. It stops the other processes in order, within ten seconds.
KillMode=mixed
TimeoutStopSec=15
Restart=on-failure
RestartSec=2
# With open ports, the next visitor would start a stopped service again. A restart keeps the ports, and so does a failure.
ExecStopPost=+/bin/sh -c 'case "$$SERVICE_RESULT $$(systemctl list-jobs --no-legend ${serviceName}.service)" in *" restart "*) ;; success*|*" stop "*) systemctl stop --no-block ${socketName} ;; esac'
# Invalid settings and unsupported platforms cannot be fixed by a restart.
RestartPreventExitStatus=2 3 9

# Each edge process accepts up to 10,000 connections.
LimitNOFILE=65536
# If memory runs out, the kernel kills other programs first. Rows in the spool survive a kill; rows in memory do not.
OOMScoreAdjust=-200

# Ports 80 and 443 without running as root.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=true

# Only the data, the cache and the folders below are writable. A "-" allows a folder to be missing.
ProtectSystem=strict
${writable.map((path) => `ReadWritePaths=-${path}\n`).join('')}ProtectHome=true
${restrictions}
[Install]
WantedBy=multi-user.target
`;
}

const defaultPorts = [variables.WAYPOST_PORT, variables.WAYPOST_EDGE_PORT].map((variable) => ({
  host: '127.0.0.1',
  port: Number(variable.default),
}));

export function buildSocket(places: readonly { host: string; port: number }[] = defaultPorts): string {
  const streams = places
    .filter(({ port }) => port !== 0)
    .map(({ host, port }) => (isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`));
  return `${socketMark}
[Unit]
Description=Ports of Waypost

[Socket]
${streams.map((stream) => `ListenStream=${stream}\n`).join('')}# The network may not be ready when the machine starts.
FreeBind=true
Backlog=4096

[Install]
WantedBy=sockets.target
`;
}

// Values are used unchanged, as by systemd. Sourcing the file would let the shell interpret spaces and special
// characters. The link is resolved once, so that a running version keeps its files when the link is replaced.
export function buildScript(): string {
  return `#!/bin/sh
${scriptMark}
set -eu
settings=${settings}
program=$(readlink -f ${current})
case "\${1:-}" in
  service | upgrade) ;;
  *)
    if [ "$(id -u)" = 0 ]; then exec runuser -u ${serviceUser} -- "$0" "$@"; fi
    if [ "$(id -un)" != ${serviceUser} ]; then
      echo 'waypost: Run this command as root, for example with sudo.' >&2
      exit 4
    fi
    export NODE_COMPILE_CACHE=${cache}
    # Root may have called from a folder that the service's user cannot read.
    [ -r . ] || cd ${home}
    ;;
esac
if [ -r "$settings" ]; then
  while IFS= read -r line; do
    case $line in WAYPOST_*=*) export "\${line?}" ;; esac
  done <"$settings"
fi
for node in "$program"/node_modules/node-linux-*/bin/node "$program"/../node-linux-*/bin/node; do
  if [ -x "$node" ]; then exec "$node" "$program/bin/waypost.mjs" "$@"; fi
done
exec node "$program/bin/waypost.mjs" "$@"
`;
}

export function buildSettings(): string {
  return `# ${settings}: settings for the service and the waypost command. docs/configuration.md describes all variables.
# Do not use quotes, or spaces around the equals sign. After a change: sudo systemctl restart waypost
# After a change of a port, an address or a domain: sudo waypost service install
WAYPOST_DATA_DIR=${data}

# HTTPS with certificates from Let's Encrypt (docs/operator/https.md):
#WAYPOST_DOMAIN=tracker.example.com
#WAYPOST_TRACKING_DOMAIN=track.example.com
#WAYPOST_ACME_EMAIL=you@example.com

# Instead of HTTPS, a proxy on this machine that terminates TLS (docs/operator/tls.md):
#WAYPOST_PUBLIC_URL=https://tracker.example.com
#WAYPOST_TRACKING_URL=https://track.example.com
#WAYPOST_TRUSTED_PROXIES=127.0.0.1,::1

# Email for invitations, password resets and alerts:
#WAYPOST_SMTP_URL=smtps://user:password@mail.example.com
#WAYPOST_MAIL_FROM=Waypost <waypost@example.com>

# Daily backups, and the passphrase that encrypts the secrets in them:
#WAYPOST_BACKUP_TO=${home}/backups
#WAYPOST_BACKUP_PASSPHRASE_FILE=${servicePlaces.settingsFolder}/backup-passphrase
`;
}

export function readServiceSettings(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^WAYPOST_\w+=/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
}

// Replaces the line of each variable, or the comment that shows it, and otherwise adds a line.
export function changeSettings(text: string, changes: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [name, value] of Object.entries(changes)) {
    const line = `${name}=${value}`;
    const found = [`^${name}=.*$`, `^#${name}=.*$`].find((pattern) => new RegExp(pattern, 'm').test(changed));
    changed =
      found === undefined
        ? `${changed.replace(/\n?$/, '\n')}${line}\n`
        : changed.replace(new RegExp(found, 'm'), () => line);
  }
  return changed;
}

const folderVariables = ['WAYPOST_DATA_DIR', 'WAYPOST_SPOOL_DIR', 'WAYPOST_BACKUP_TO'];

export function listWritableFolders(values: Readonly<Record<string, string>>): string[] {
  const folders = folderVariables.flatMap((name) => values[name] ?? []);
  return folders.filter((path) => isAbsolute(path) && !join(path, '/').startsWith(`${home}/`));
}
