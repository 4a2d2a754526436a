/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `Payment request from ${name}`,
  logo: 'The merchant’s logo',
  requestedBy: 'Requested by',
  unverified: 'Calls itself so, not verified.',
  website: 'Website',
  verified: 'verified',
  noName: 'The merchant gave no name.',
  questions: 'Questions?',
} as const;
