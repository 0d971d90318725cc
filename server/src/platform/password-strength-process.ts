// Reads one password from standard input, writes its strength to standard output, and exits.
import { json } from 'node:stream/consumers';
import { createEstimator } from './estimate-strength.ts';

const { password, about } = (await json(process.stdin)) as { password: string; about: string[] };
process.stdout.write(JSON.stringify(createEstimator()(password, about)));
