import { Database, type Executor } from './database.ts';

/**
 * A database in which every transaction is read-only. PostgreSQL enforces this. Access across workspaces is limited to
 * single statements (`readAsSystem`).
 */
export class ReadOnlyDatabase extends Database {
  override async inWorkspace<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await this.inSnapshot(workspaceId, work);
  }

  override asSystem(): Promise<never> {
    return Promise.reject(new Error('a read-only database does not allow transactions across workspaces'));
  }

  override asLogin(): Promise<never> {
    return Promise.reject(new Error('a read-only database does not allow transactions across workspaces'));
  }
}
