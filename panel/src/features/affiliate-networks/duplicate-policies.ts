export const duplicatePolicies = [
  { value: 'ignore', label: 'Ignore' },
  { value: 'update', label: 'Replace the earlier conversion' },
  { value: 'accumulate', label: 'Add to the earlier amount' },
  { value: 'append', label: 'Count as a new conversion' },
];
