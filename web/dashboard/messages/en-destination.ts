/** The English texts of the destination. */
export const destinationMessages = {
  title: 'Destination',
  lead: 'Where the money of your payment links goes: straight from the payer to your wallet.',
  sentence: (token: string, network: string) => `You receive ${token} on ${network} in`,
  unknownToken: 'a token that this page does not know',
  id: 'Destination ID',
  idHint: 'Name it where a link is created through the API.',
  network: (chainId: number) => `the network with chain ID ${chainId}`,
  registered: 'Registered',
  policy: {
    title: 'Who may pay',
    off: 'Every wallet.',
    kyt_all_wallets: (provider: string) => `Wallets that ${provider} approves.`,
    hidden: 'The payment is shown to approved wallets only.',
    masked: 'Your address is masked for all other wallets.',
  },
  empty: {
    title: 'No destination yet',
    text: 'Choose a network and a token. Payment links then pay the wallet that you are signed in with.',
  },
  form: {
    first: 'Say where you are paid',
    change: 'Be paid elsewhere',
    network: 'Network',
    token: 'Token',
    submit: 'Use this destination',
    confirmTitle: 'Is this right?',
    confirm: (token: string, network: string, wallet: string) =>
      `From now on new payment links pay ${token} on ${network} to ${wallet}. Links that exist, and client IDs that are bound to a destination, stay as they are.`,
  },
  end: {
    label: 'End this destination',
    title: 'End this destination?',
    text: 'New links can no longer be paid to it; those that exist stay as they are. Client IDs that are bound to it make no more links until they are bound to another.',
  },
} as const;
