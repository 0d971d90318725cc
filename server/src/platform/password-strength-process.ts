/** Judges the one password that comes on its standard input, answers on standard output, and ends. */
import { json } from 'node:stream/consumers';
import { makeEstimator } from './estimate-strength.ts';

const { password, about } = (await json(process.stdin)) as { password: string; about: string[] };
process.stdout.write(JSON.stringify(makeEstimator()(password, about)));
