import type { BankMismatch, BankPaymentStep } from '../payouts/bank/check-bank-payment.ts';

/** In what an answer differs from its request. */
const MISMATCHES: Readonly<Record<BankMismatch, string>> = {
  unreadable: 'It holds something that this page cannot read.',
  bank_account: 'It is for another bank account.',
  contract: 'It calls a contract that is not the one for payments.',
  token: 'It moves another token.',
  payee: 'It pays somebody else than the provider’s address.',
  amount: 'It pays another amount.',
  reference: 'It is for another request.',
  approval: 'It allows more, less or somebody else than the payment needs.',
  coin: 'It sends coin of the network along.',
};

const STEPS: Readonly<Record<BankPaymentStep['kind'], string>> = {
  reset: 'Clear the old allowance',
  approve: 'Allow the payment contract to take the token',
  pay: 'Pay the provider',
  fee: 'Pay a fee',
};

/** The English texts of payouts to bank accounts. */
export const bankPayoutMessages = {
  start: 'Pay out',
  form: {
    title: 'Pay out to a bank account',
    lead: (payer: string) =>
      `For the payer ${payer}. You pay in USDC to the provider, and the provider pays the bank account.`,
    notReady:
      'This payer cannot be paid yet: the identity must be approved, the terms agreed to, and a bank account approved.',
    toPayer: 'See what is missing',
    account: 'Bank account',
    accountText: (bank: string, number: string, currency: string) =>
      `${bank}${number === '' ? '' : `, …${number}`} (${currency})`,
    network: 'Network',
    amount: 'Amount in USDC',
    amountHint: 'One USDC counts as one US dollar. It is paid as a whole.',
    reference: 'Reference',
    referenceHint: 'Your own name for it, such as an invoice number. It is in the webhooks.',
    optional: 'optional',
    next: 'What comes next',
    nextText:
      'Nothing moves yet. On the next page you see what is paid to whom, with all fees, and sign it on the pay page, or hand its transactions to the wallet of your company.',
    submit: 'Create the payout',
    cancel: 'Back to the payer',
  },
  sign: {
    title: 'Sign it in this browser',
    text: 'The pay page checks what your wallet signs. It keeps a payment that was sent, so that nobody pays twice after a reload or in a second tab.',
    wasPrepared:
      'Transactions of this payout were prepared before. If somebody has them, check that wallet or Safe first: whoever signs again pays again.',
    make: 'Get the pay page',
    ready:
      'It opens in a new window; this page follows the payment by itself. A payment that was sent a moment ago may not be seen here yet.',
    open: 'Open the pay page',
    withdraw: {
      invalidate: 'Withdraw the payout',
      invalidateTitle: 'Withdraw this payout?',
      invalidateText:
        'Neither the pay page nor its transactions are prepared any more. Transactions that were handed over can still be signed: they would pay.',
    },
  },
  card: {
    elsewhere: 'Sign it elsewhere',
    hasPage:
      'This payout has a pay page. A payment that was sent there may not be seen here yet: sign in one place only, as whoever signs again pays again.',
    over: 'This payout can no longer be paid: its provider no longer takes the tokens. Never send any to its address. If a payment was sent before, it is still followed; otherwise create another payout.',
    withdrawn: 'This payout was withdrawn, and nothing was paid.',
    title: 'Payout to a bank account',
    payer: 'Payer',
    paidIn: 'Paid in',
    paidInText: (symbol: string, network: string) => `${symbol} on ${network}`,
    pending:
      'The transaction was seen. What happened shows each step until the bank account has the money.',
    withProvider:
      'The provider has the tokens and pays the bank account. What happened shows each step.',
    done: 'The bank account was paid.',
    returned:
      'The bank sent the money back. What happened shows when it was returned to your wallet.',
    wallet: 'Wallet that pays',
    walletHint: 'It must sign the transactions itself: its balance and allowance are read.',
    prepare: 'Prepare the payment',
    prepareAgain: 'Prepare it again',
    refused: (reason: string) =>
      `Do not pay this. What the server prepared is not what this payout says. ${reason}`,
    report: 'Tell whoever runs this installation. Nothing was signed, and no money has moved.',
    checked: 'What will be paid',
    amount: 'Amount',
    fees: 'Fees',
    total: 'Leaves the wallet',
    provider: 'Provider',
    deposit: 'Its address for this payout',
    until: 'Pay before',
    untilText: 'The provider’s address is for this payout only, and until then.',
    lowBalance: 'The wallet holds less than this.',
    lowGas: 'The wallet may hold too little coin of the network for the transactions.',
    sign: 'Sign these transactions',
    signText: (wallet: string) =>
      `In this order, each once, with the wallet ${wallet}. They are not sent from here: use your wallet’s own way to send a transaction, or save them for the Transaction Builder of a Safe. Once the payment is on its way, this page says so.`,
    steps: STEPS,
    allowed: (amount: string) => `Up to ${amount}`,
    allowedAll: 'Any amount',
    feeBeside: (amount: string) => `and ${amount} as a fee to`,
    to: 'To',
    value: 'Value',
    noCoin: '0',
    data: 'Data',
    save: 'Save for a Safe',
    mismatches: MISMATCHES,
  },
};
