/** The English texts of the destinations. */
export const destinationMessages = {
  title: 'Destination',
  lead: 'Where the money of your payment links goes: straight from the payer to your wallet.',
  onNetwork: (token: string, network: string) => `${token} on ${network}`,
  receive: (what: string) => `You receive ${what} in`,
  unknownToken: 'a token that this page does not know',
  id: 'Destination ID',
  idHint: 'Name it where a link is created through the API.',
  network: (chainId: number) => `the network with chain ID ${chainId}`,
  registered: 'Registered',
  notClaimed: 'Its wallet has not registered it itself. Check the address letter by letter.',
  wallet: 'wallet address',
  vendors: [
    ['hypernative', 'Hypernative'],
    ['merklescience', 'Merkle Science'],
  ],
  policy: {
    title: 'Who may pay',
    off: 'Every wallet may pay.',
    kyt_all_wallets: (provider: string) => `Only wallets that ${provider} approves may pay.`,
    open: 'Payers see the payment and your address at once.',
    hidden:
      'Payers see neither your address nor the amount and the reference until their wallet is approved.',
    masked: 'Your address is masked until the wallet of the payer is approved.',
    change: 'Change who may pay',
    modes: {
      label: 'Wallets that may pay',
      off: 'Every wallet',
      kyt_all_wallets: 'Wallets that a screening vendor approves',
    },
    vendor: 'Screening vendor',
    vendorHint:
      'The operator of this installation needs an account with the vendor. Without one, links to this destination are refused.',
    hideUntilApproved: 'Show the payment to approved wallets only',
    hideUntilApprovedHint: 'Address, amount, reference and request IDs are left out until then.',
    hidePayeeAddress: 'Mask my address',
    hidePayeeAddressHint: 'It is shown as 0x****…**** until the wallet of the payer is approved.',
    allowlistHint:
      'To let certain wallets pay only, list them where you create the link: a list belongs to one link.',
    save: 'Save',
    confirmTitle: 'Is this right?',
    confirm: (what: string) => `For new links that pay ${what}:`,
    stays: 'Links that exist keep what held when they were created.',
    cancel: 'Cancel',
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
    wallet: 'Wallet',
    ownWallet: (address: string) => `The one that I signed in with, ${address}`,
    otherWallet: 'Another wallet',
    address: 'Address of the wallet',
    addressHint: (network: string) =>
      `On ${network}. Nobody can bring money back that went to a wrong address.`,
    addressProblem: (network: string) => `This is no address of ${network}.`,
    ownElsewhere: (network: string) =>
      `The wallet that you signed in with has no address on ${network}, so name another one.`,
    already: 'You are already paid there.',
    submit: 'Use this destination',
    confirmTitle: 'Is this right?',
    confirm: {
      now: (what: string, wallet: string) =>
        `From now on new payment links pay ${what} to ${wallet}.`,
      ends: (what: string, wallet: string) => `Being paid ${what} to ${wallet} ends.`,
      elsewhere: (what: string, wallet: string) =>
        `Links that name no destination are still paid ${what} to ${wallet}.`,
      stays:
        'Links that exist, and client IDs that are bound to a destination, stay as they are. A change takes effect at once.',
    },
  },
  others: {
    title: 'Other destinations of the account',
    text: 'Those of other wallets, and those that have ended. Client IDs and calls of the API may name any that is active.',
    active: 'Active',
    ended: 'Ended',
    use: 'Use again',
    more: 'Only the newest hundred are listed.',
  },
  end: {
    label: 'End this destination',
    title: 'End this destination?',
    text: 'New links can no longer be paid to it; those that exist stay as they are. Client IDs that are bound to it make no more links until they are bound to another.',
  },
} as const;
