import { expect, it } from 'vitest';
import { answerLengthMax, sendAnswer } from './limit-answer.ts';

it('sendAnswer returns a result as data and text, or an error with advice if the result is too long', () => {
  const answer = { data: { rows: ['x'.repeat(answerLengthMax - 100)] } };
  expect(sendAnswer(answer)).toEqual({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  });
  const refused = sendAnswer({ data: { rows: ['x'.repeat(answerLengthMax)] } });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Lower the limit') }],
  });
  expect(JSON.stringify(refused).length).toBeLessThan(500);
});
