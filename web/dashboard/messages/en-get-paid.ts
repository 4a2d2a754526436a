/** The English texts of payment links: the list and the form. */
export const getPaidMessages = {
  title: 'Get paid',
  lead: 'Payment links and requests of this account, newest first.',
  create: 'Create a link',
  filters: 'Filters',
  direction: {
    label: 'Direction',
    options: [
      ['', 'All'],
      ['incoming', 'You are paid'],
      ['outgoing', 'You pay'],
    ],
  },
  wallet: { label: 'Paid to', hint: 'A wallet address' },
  apply: 'Filter',
  clear: 'Clear filters',
  empty: {
    title: 'No payment link yet',
    text: 'A payment link shows the payer what to pay and to whom, and asks their wallet to sign it. Create one and send it by email or chat, or show its QR code.',
    filteredTitle: 'Nothing fits these filters',
    filteredText: 'Clear them to see all links.',
  },
  pages: {
    label: 'Pages of the list',
    newer: 'Newer',
    older: 'Older',
    shown: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
  },
  form: {
    title: 'New payment link',
    lead: 'The payer opens it in any browser. It can be paid for seven days unless the operator set another time.',
    amount: 'Amount',
    amountHint: (currency: string) => `In ${currency}, such as 12.50.`,
    amountUnknown: "In the token of this account's newest destination, such as 12.50.",
    reference: 'Reference',
    referenceHint: 'Your own name for the payment, such as an invoice number. The payer sees it.',
    payer: 'Name of the payer',
    payerHint: 'For you alone; it is kept apart from the payment and never shown.',
    redirect: 'Address of your page for afterwards',
    redirectHint: 'Offered as a button once it is paid. Begins with https://.',
    optional: 'optional',
    submit: 'Create the link',
    preview: {
      title: 'What the payer reads',
      pay: (amount: string, currency: string) => `Pay ${amount} ${currency}`,
      noAmount: 'Write an amount',
      to: 'To',
    },
    noDestination: 'This account has no destination yet, so there is nothing to pay to.',
    another: 'Create another link',
    created: 'Your link is ready',
    open: 'Open the pay page',
    details: 'Follow the payment',
    onceOnly: 'Send it to the payer. Whoever has it can read and pay it.',
  },
  access: {
    title: 'Who may pay',
    text: 'For this link alone, and fixed once it is created. What you leave is as your destination says.',
    payers: {
      label: 'Wallets that may pay',
      options: [
        ['anybody', 'Any wallet'],
        ['listed', 'Only wallets that I list'],
      ],
    },
    wallets: 'List of wallets',
    walletsHint: (count: number) =>
      `One address a line, up to 1,000. ${count === 1 ? '1 wallet' : `${count} wallets`} so far.`,
    listRefused: 'The list of wallets has to be written otherwise. No link was created.',
    walletsMissing: 'Write at least one wallet, or let any wallet pay.',
    screening: {
      label: 'Screening of wallets',
      options: [
        ['inherit', 'As my destination says'],
        ['off', 'None'],
        ['hypernative', 'Hypernative judges every wallet'],
        ['merklescience', 'Merkle Science judges every wallet'],
      ],
    },
    vendorHint:
      'The operator of this installation needs an account with the vendor. Without one the link is refused.',
    shown: {
      label: 'What is shown before a wallet is approved',
      options: [
        ['inherit', 'As my destination says'],
        ['all', 'Everything'],
        ['masked', 'Everything but my address'],
        ['hidden', 'Nothing of the payment'],
      ],
      hints: {
        inherit: undefined,
        all: undefined,
        masked:
          'It reads 0x****…**** until then. The wallet and the chain show it when it is paid.',
        hidden: 'Address, amount, reference and request IDs are left out until then.',
      },
    },
    preview: {
      listed: (count: number) =>
        count === 1 ? 'Only 1 wallet may pay.' : `Only ${count} wallets may pay.`,
      masked: 'Your address is masked until a wallet is approved.',
      hidden: 'Nothing of this is shown until a wallet is approved.',
    },
  },
  link: {
    what: 'payment link',
    copy: 'Copy the link',
    qr: 'QR code of the payment link',
    share: 'Share',
    mail: 'Send by email',
    mailSubject: 'A payment link for you',
    mailBody: (url: string) => `You can pay here: ${url}`,
  },
} as const;
