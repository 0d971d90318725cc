import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rotatorFields } from '../contract/src/conditions/fields.ts';
import { dimensionIds } from '../contract/src/reports/report-dimensions.ts';
import { metricIds } from '../contract/src/reports/report-metrics.ts';
import { agentTools } from '../server/src/agents/tools/index.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('names the current number of dimensions and metrics', () => {
    expect(readme).toContain(`${dimensionIds.length} dimensions and ${metricIds.length} metrics`);
  });

  it('names the current number of condition fields', () => {
    const fields = Object.keys(rotatorFields);
    const tokens = fields.filter((field) => /^token\d+$/.test(field));
    expect(readme).toContain(`| ${fields.length - tokens.length} + ${tokens.length} tokens `);
  });

  it('names the current number of AI agent tools', () => {
    expect(readme).toContain(`${agentTools.length} tools`);
  });

  it('has fewer than 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });
});
