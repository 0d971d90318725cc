import type { Secrets } from '../../config/secrets.ts';
import type { DataDirectory } from '../../engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../engines/embedded-engines.ts';
import { readMoveFile, type MoveFile } from '../../engines/move-file.ts';
import type { Logger } from '../../platform/logger.ts';
import { Loop } from '../../platform/loop.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { restartSignal } from '../instance.ts';
import { requireUnmovedData } from '../move/current-settings.ts';
import {
  isMoved,
  releaseRows,
  requireCurrentStore,
  requireUnmovedTraffic,
  saveMoved,
  switchAddresses,
} from '../move/moved-store.ts';
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
  #isChecked = false;
  readonly #movedVariables: NodeJS.ProcessEnv = {};

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#addresses = options.addresses;
  }

  // Returns whether the embedded target was started.
  async follow(): Promise<boolean> {
    const { directory } = this.#options;
    const file = readMoveFile(directory);
    if (file === undefined) {
      await requireCurrentStore(this.#addresses.traffic);
      await this.#checkOnce();
      return false;
    }
    this.#isChecked = true;
    const isPrepared =
      file.kind !== 'traffic' || file.clickhouseUrl !== undefined || this.#embeddedUrl !== undefined;
    const target = await this.#findTarget(file);
    if (!(await isMoved(file, this.#addresses))) {
      if (file.kind === 'clickhouse') await releaseRows(directory, this.#addresses);
      return !isPrepared;
    }
    await saveMoved(directory, file);
    this.#switch(file, target);
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

  // The environment of this process names the old places until the next start.
  movedVariables(): NodeJS.ProcessEnv {
    return { ...this.#movedVariables };
  }

  async #isSwitchMissing(): Promise<boolean> {
    const file = readMoveFile(this.#options.directory);
    if (file === undefined) return false;
    if (await isMoved(file, this.#addresses)) return true;
    if (file.kind === 'clickhouse') await releaseRows(this.#options.directory, this.#addresses);
    return false;
  }

  // An old copy of the data directory's files may not say that the data was moved.
  async #checkOnce(): Promise<void> {
    if (this.#isChecked) return;
    const { settings, directory } = this.#options;
    if (settings.databaseUrl === undefined) await requireUnmovedData(this.#addresses.postgres);
    if (settings.clickhouseUrl === undefined) {
      await requireUnmovedTraffic(this.#addresses.traffic);
      await releaseRows(directory, this.#addresses);
    }
    this.#isChecked = true;
  }

  async #findTarget({ kind, clickhouseUrl, databaseUrl }: MoveFile): Promise<string> {
    const external = kind === 'postgres' ? databaseUrl : clickhouseUrl;
    return external ?? (this.#embeddedUrl ??= await this.#startClickHouse());
  }

  #switch(file: MoveFile, target: string): void {
    const { settings, ports, secrets, roles, logger } = this.#options;
    this.#addresses = switchAddresses(file, this.#addresses, target);
    roles.useEnvironment(roleEnvironment({ settings, ports, addresses: this.#addresses, secrets }));
    const { databaseUrl, clickhouseUrl } = file;
    if (databaseUrl !== undefined) this.#movedVariables['WAYPOST_DATABASE_URL'] = databaseUrl;
    if (clickhouseUrl !== undefined) this.#movedVariables['WAYPOST_CLICKHOUSE_URL'] = clickhouseUrl;
    this.#mustRestartRoles = true;
    const moved = {
      traffic: 'traffic store: ClickHouse, because the traffic was moved',
      clickhouse: 'the traffic was moved to another ClickHouse server',
      postgres: 'the data was moved to another PostgreSQL server',
    };
    logger.info(moved[file.kind]);
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
