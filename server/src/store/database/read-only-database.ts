import { Database, type Executor } from './database.ts';

/**
 * The same database for those who only look. Every transaction is one that PostgreSQL lets read and nothing else,
 * whatever a statement in it says, and none of them stands above the workspaces unless it is a single statement.
 */
export class ReadOnlyDatabase extends Database {
  override async inWorkspace<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await this.inSnapshot(workspaceId, work);
  }

  override asSystem(): Promise<never> {
    return Promise.reject(new Error('what only reads has no transactions above the workspaces'));
  }

  override asLogin(): Promise<never> {
    return Promise.reject(new Error('what only reads has no transactions above the workspaces'));
  }
}
