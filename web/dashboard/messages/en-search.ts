/** The English texts of the search over everything. */
export const searchMessages = {
  title: 'Search',
  text: 'Payments by reference, request ID, transaction, wallet or link, and pages by their names.',
  field: 'What to find',
  hint: 'Order 7, 0x… or a page',
  results: 'Results',
  payments: 'Payments',
  pages: 'Pages',
  lookUp: 'Look it up in',
  eventsAbout: 'Events about it',
  callsWith: 'The API request with this x-request-id',
  allOf: 'All payments with it',
  hiddenAmount: 'Amount hidden',
  searching: 'Searching…',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  failed: 'Payments could not be searched. Change the text to try again.',
  nothing:
    'No payment has this text as a whole. References are compared whole, with capital letters.',
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
} as const;
