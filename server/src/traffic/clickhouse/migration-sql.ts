/**
 * A single server, or a cluster. If `isReplicated` is false, the cluster has no Keeper, so statements are executed on
 * each server separately.
 */
export type Topology = { cluster?: string | undefined; isReplicated?: boolean };

/**
 * Replaces the parameters of a ClickHouse migration and splits it into statements at `;` at the end of a line:
 *   {{on_cluster}}           empty, or ON CLUSTER 'name'
 *   {{engine:Kind(args)}}    the table engine, or its replicated form with one set of replicas per shard
 *   {{engine_everywhere:…}}  the same, but every node of the cluster has all rows
 */
export function renderStatements(sql: string, topology: Topology): string[] {
  const cluster = topology.isReplicated === false ? undefined : topology.cluster;
  const onCluster =
    cluster === undefined ? '' : `ON CLUSTER '${cluster.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  return sql
    .replaceAll('{{on_cluster}}', () => onCluster)
    .replaceAll(/\{\{engine:(\w+)(?:\((.*?)\))?\}\}/gs, (_, kind: string, args?: string) =>
      cluster === undefined
        ? localEngine(kind, args)
        : replicatedEngine(kind, args, "'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"),
    )
    .replaceAll(/\{\{engine_everywhere:(\w+)(?:\((.*?)\))?\}\}/gs, (_, kind: string, args?: string) =>
      cluster === undefined
        ? localEngine(kind, args)
        : replicatedEngine(kind, args, "'/clickhouse/tables/{uuid}'", "'{shard}-{replica}'"),
    )
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function localEngine(kind: string, args = ''): string {
  return args === '' ? kind : `${kind}(${args})`;
}

function replicatedEngine(kind: string, args: string | undefined, path: string, replica: string): string {
  const all = [path, replica, ...(args ? [args] : [])];
  return `Replicated${kind}(${all.join(', ')})`;
}
