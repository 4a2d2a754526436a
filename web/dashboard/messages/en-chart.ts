/** The English texts around charts. */
export const chartMessages = {
  day: 'Day',
  unit: (unit: string) => `In ${unit}`,
  empty: 'There is nothing of these days.',
  table: 'Show the numbers',
  save: 'CSV',
} as const;
