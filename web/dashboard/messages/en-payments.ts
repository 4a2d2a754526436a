/** The English texts of the list of payments. */
export const paymentListMessages = {
  title: 'Payments',
  lead: 'Everything that this account asked for or pays, newest first.',
  clear: 'Clear filters',
  count: (total: number) =>
    total >= 10_000 ? '10,000 or more' : total === 1 ? '1 payment' : `${total} payments`,
  held: {
    title: (count: number, isMore: boolean) =>
      count === 1 ? '1 payment is held' : `${count}${isMore ? ' or more' : ''} payments are held`,
    text: 'What is held counts for nothing because of who sent it. The home page leads to the newest; a file has all.',
    files: '(held payments)',
  },
  empty: {
    title: 'No payment yet',
    text: 'A payment stands here as soon as you ask for it: by a payment link, by the API, or as a payout. Create a link to see how it goes.',
    create: 'Create a link',
    filteredTitle: 'No payment fits these filters',
    filteredText:
      'Clear them to see all payments, or change one. References are compared as a whole.',
  },
  views: {
    label: 'Views',
    fixed: [
      ['All', {}],
      ['Not paid', { status: 'created' }],
      ['Being confirmed', { status: 'pending' }],
      ['Partly paid', { status: 'partially_paid' }],
      ['Paid', { status: 'paid' }],
    ],
    save: 'Save as a view',
    name: 'Name of the view',
    kept: 'It is kept in this browser.',
    keep: 'Save',
    cancel: 'Cancel',
    remove: (name: string) => `Remove the view ${name}`,
  },
  filters: {
    title: 'Filters',
    apply: 'Filter',
    more: 'More filters',
    reference: { label: 'Reference', hint: 'Your own name for it · press /' },
    status: {
      label: 'Status',
      options: [
        ['', 'All'],
        ['created', 'Not paid'],
        ['pending', 'Seen, not confirmed'],
        ['partially_paid', 'Partly paid'],
        ['paid', 'Paid'],
        ['cancelled', 'Withdrawn or sent back'],
        ['expired', 'Link expired'],
        ['invalidated', 'Link invalidated'],
        ['compliance_failed', 'Blocked by screening'],
      ],
    },
    link: { label: 'Link' },
    network: { label: 'Network', all: 'All' },
    currency: { label: 'Currency', hint: 'USDC-base, or EUR' },
    flow: {
      label: 'Direction',
      options: [
        ['', 'All'],
        ['incoming', 'You are paid'],
        ['outgoing', 'You pay'],
      ],
    },
    min: { label: 'Amount from', hint: '12.50' },
    max: { label: 'Amount to', hint: '100' },
    from: { label: 'Created from' },
    to: { label: 'Created until' },
    wallet: { label: 'Wallet', hint: 'Who is paid or pays' },
    client: { label: 'Client ID', hint: 'cli_…' },
  },
} as const;
