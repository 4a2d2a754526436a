/** The English texts around what needs a person; what is wrong is said by the API. */
export const notificationMessages = {
  title: 'What needs you',
  levels: { error: 'Act now', warn: 'Warning' },
  since: 'Since',
  expires: { webhook: 'Switched off', other: 'Ends' },
  actions: {
    webhook: 'Open the endpoint',
    orchestrator_webhook: 'Open the partner',
    request: 'Open the payment',
    recurring_payout: 'Open the payout',
    payout_import: 'Open the file',
    api_key: 'Open the keys',
    network: 'Open the health',
  },
  showAll: (count: string) => `Show all ${count}`,
  showFewer: 'Show fewer',
  more: 'There are more; their lists show all of them.',
  count: (count: string) => `${count} to deal with`,
} as const;
