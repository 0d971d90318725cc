import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { dimensionLabel } from './dimension-labels.ts';
import type { FieldNaming } from './field-naming.ts';

type Placement = { id: DimensionId; label: string };

// Names that traffic sources use for the place where an ad is shown.
const placementNames = /zone|placement|site|publisher|widget|source|app|feed|spot/i;

// Returns the tokens of a campaign that have a name or data. The token that identifies placements comes first.
export function listPlacements({ labels, used }: FieldNaming): Placement[] {
  const tokens = [...used]
    .filter((id): id is DimensionId => id.startsWith('token'))
    .map((id) => ({ id, label: dimensionLabel(id, labels), number: Number(id.slice('token'.length)) }))
    .toSorted((one, other) => one.number - other.number);
  const first = tokens.find(({ label }) => placementNames.test(label));
  return [...(first === undefined ? [] : [first]), ...tokens.filter((token) => token !== first)].map(
    ({ id, label }) => ({ id, label }),
  );
}
