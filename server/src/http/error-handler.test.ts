import { expect, it } from 'vitest';
import { WaypostError } from '../platform/errors.ts';
import { buildErrorEnvelope } from './error-handler.ts';

it('what is wrong with the whole is listed as an issue too, beside what else is told of it', () => {
  const mistakes = [{ file: 'landings.yaml', line: 1 }];
  const error = new WaypostError('VALIDATION_FAILED', 'one mistake in the files', { details: { mistakes } });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual({
    mistakes,
    issues: [{ path: '', message: 'one mistake in the files' }],
  });
});

it('what is wrong with fields is listed as it is', () => {
  const details = { issues: [{ path: 'name', message: 'must not be empty' }] };
  const error = new WaypostError('VALIDATION_FAILED', 'name: must not be empty', { details });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual(details);
});

it('other errors keep their details and get none: a reason beside them is for the panel alone', () => {
  const error = new WaypostError('CONFLICT', 'the offer is in use', {
    reason: 'in-use',
    details: { blocked: [] },
  });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual({ blocked: [] });
});

it('a store that is away and a question that is too heavy are told apart', () => {
  const away = new WaypostError('SERVICE_UNAVAILABLE', 'the database does not answer');
  expect(buildErrorEnvelope(away, 'r').error.details).toEqual({ reason: 'unavailable' });
  const details = { reason: 'too-heavy' };
  const heavy = new WaypostError('SERVICE_UNAVAILABLE', 'the report takes too long', { details });
  expect(buildErrorEnvelope(heavy, 'r').error.details).toEqual(details);
});
