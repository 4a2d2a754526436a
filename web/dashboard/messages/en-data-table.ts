/** The English texts of tables whose columns can be chosen. */
export const dataTableMessages = {
  columns: 'Columns',
  shown: 'Columns that are shown in this browser',
  reset: 'As at first',
} as const;
