import { expect, it } from 'vitest';
import { guardedPorts } from './guarded-ports.ts';

// The ports are repeated here on purpose, so that no port is opened or closed by accident.
const databases = [
  1433, 1434, 1521, 1522, 1527, 2424, 2480, 2484, 2638, 3050, 3306, 4000, 5432, 5433, 5439, 5984, 6333, 6334,
  6379, 6380, 6432, 6984, 7000, 7001, 7199, 7473, 7474, 7687, 8086, 8091, 8123, 8529, 8983, 9000, 9004, 9005,
  9009, 9010, 9042, 9142, 9160, 9181, 9200, 9234, 9300, 9440, 11207, 11210, 11211, 16379, 19530, 26257, 26379,
  27017, 27018, 27019, 28015, 29015, 33060, 33061, 50000,
];
const queues = [
  1414, 1883, 2181, 2379, 2380, 2888, 3888, 4150, 4151, 4160, 4161, 4222, 4369, 5671, 5672, 6222, 6650, 6651,
  7419, 8161, 8222, 8883, 9092, 9093, 9094, 9876, 10911, 11300, 15671, 15672, 25672, 61613, 61614, 61616,
  61617,
];

it('guardedPorts lists exactly the ports of databases and message queues', () => {
  expect([...guardedPorts.keys()].toSorted((one, other) => one - other)).toEqual(
    [...databases, ...queues].toSorted((one, other) => one - other),
  );
});
