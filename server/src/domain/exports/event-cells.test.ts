import {
  panelGoalEvent,
  panelLandingClickEvent,
  panelPostbackEvent,
  panelVisitEvent,
} from '@waypost/contract/events/panel-events.ts';
import { expect, it } from 'vitest';
import { eventCsvColumns } from './event-cells.ts';

it('an event export has a column for every field of every event type and for every record name', () => {
  const fields = [panelVisitEvent, panelLandingClickEvent, panelGoalEvent, panelPostbackEvent].flatMap(
    ({ shape }) => Object.keys(shape),
  );
  const tokens = Array.from({ length: 15 }, (_, at) => `token${at + 1}`);
  const wanted = new Set([
    ...fields.filter((name) => name !== 'tokens' && name !== 'labels'),
    ...Object.keys(panelVisitEvent.shape.labels.shape).map((name) => `${name}Name`),
    ...tokens,
  ]);
  expect(eventCsvColumns.toSorted()).toEqual([...wanted].toSorted());
});
