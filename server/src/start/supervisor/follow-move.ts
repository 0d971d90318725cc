import type { Secrets } from '../../config/secrets.ts';
import type { DataDirectory } from '../../engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../engines/embedded-engines.ts';
import { readMoveFile } from '../../engines/move-file.ts';
import type { Logger } from '../../platform/logger.ts';
import { Loop } from '../../platform/loop.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { restartSignal } from '../instance.ts';
import { readLastMove, requireCurrentStore, saveMovedStore } from '../move/moved-store.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { roleEnvironment } from './role-environment.ts';
import type { Roles } from './roles.ts';

const watchIntervalMs = 10_000;

type FollowOptions = {
  settings: Settings;
  ports: Ports;
  addresses: EngineAddresses;
  secrets: Secrets;
  directory: DataDirectory;
  roles: Pick<Roles, 'useEnvironment'>;
  // Makes the supervisor monitor and stop more engines.
  addEngines: (engines: EmbeddedEngines['processes']) => void;
  logger: Logger;
};

// Follows `waypost move`: runs an embedded target while rows are copied, and switches to the target after the move.
export class MoveFollower {
  readonly #options: FollowOptions;
  #addresses: EngineAddresses;
  #embeddedUrl: string | undefined;
  #mustRestartRoles = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#addresses = options.addresses;
  }

  // Returns whether the embedded target was started.
  async follow(): Promise<boolean> {
    const { directory, settings, ports, secrets, roles, logger } = this.#options;
    const { traffic } = this.#addresses;
    if (traffic.store === 'clickhouse') return false;
    const file = readMoveFile(directory);
    if (file === undefined) {
      await requireCurrentStore(traffic);
      return false;
    }
    const isPrepared = file.clickhouseUrl !== undefined || this.#embeddedUrl !== undefined;
    const url = file.clickhouseUrl ?? (this.#embeddedUrl ??= await this.#startClickHouse());
    const move = await readLastMove(traffic.url);
    if (move?.state !== 'moved') return !isPrepared;
    saveMovedStore(directory, file.clickhouseUrl);
    this.#addresses = { ...this.#addresses, traffic: { store: 'clickhouse', url } };
    roles.useEnvironment(roleEnvironment({ settings, ports, addresses: this.#addresses, secrets }));
    this.#mustRestartRoles = true;
    logger.info('traffic store: ClickHouse, because the traffic was moved');
    return false;
  }

  // Returns whether the roles have to be restarted.
  async prepareRestart(): Promise<boolean> {
    const isOnlyPreparing = await this.follow();
    this.#mustRestartRoles = false;
    return !isOnlyPreparing;
  }

  // Completes the switch if the command was killed after the move; otherwise, rows would stay in the spools. Also restarts
  // roles that were started before a switch at startup.
  watch(): Loop {
    return new Loop({
      everyMs: watchIntervalMs,
      work: async () => {
        if (this.#mustRestartRoles || (await this.#isSwitchMissing()))
          process.kill(process.pid, restartSignal);
      },
      // PostgreSQL is restarted.
      onFailure: () => undefined,
    });
  }

  async #isSwitchMissing(): Promise<boolean> {
    const { traffic } = this.#addresses;
    if (traffic.store === 'clickhouse' || readMoveFile(this.#options.directory) === undefined) return false;
    return (await readLastMove(traffic.url))?.state === 'moved';
  }

  async #startClickHouse(): Promise<string> {
    const { directory, secrets, addEngines, logger } = this.#options;
    const wanted = { postgres: false, clickhouse: true };
    logger.info('starting ClickHouse, to which the traffic is being moved');
    const started = await startEmbeddedEngines({ directory, passwords: secrets, wanted, logger });
    addEngines(started.processes);
    return started.urls.clickhouse ?? '';
  }
}
