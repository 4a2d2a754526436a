/** Where a fee is looked for, and what holds where there is none. */
interface Step {
  readonly title: string;
  readonly text: string;
  readonly otherwise?: string;
}

const ORDER: readonly Step[] = [
  {
    title: 'Fee of the orchestrator',
    text: 'Where an orchestrator creates the payment: what it set for this client ID, for each kind of payment and each bearer.',
    otherwise: 'Without one of that kind and bearer: the default of the orchestrator.',
  },
  {
    title: 'Protocol fee',
    text: 'What the operator of this installation takes of every payment, if anything. The payer bears it.',
  },
  {
    title: 'Fee for sponsored transactions',
    text: 'What the operator takes on networks where it pays for the transactions of payers, if anything. The payer bears it.',
  },
  {
    title: 'Platform fee',
    text: 'The fee of the client ID, which you set under “Client IDs and keys”. The payer bears it, inside the payment.',
    otherwise: 'Without one: the fee that the call names.',
  },
];

/** The English texts of fees. */
export const feeMessages = {
  title: 'Fees',
  lead: 'What is taken of payments, by whom, and who bears it. Fees are agreed when a link is created and never change afterwards.',
  calculator: {
    title: 'What a payment comes to',
    text: 'Nothing is created. The service calculates it as it would for a new link.',
    amount: 'Amount that you ask for',
    currency: 'Token',
    option: (symbol: string, network: string) => `${symbol} on ${network}`,
    flow: 'Kind of payment',
    flows: { get_paid: 'You get paid', pay: 'You pay out' },
    clientId: 'Created with',
    nobody: 'This account alone',
    linked: (clientId: string) => `${clientId}, linked to you`,
    submit: 'Calculate',
    result: 'Result',
    columns: { name: 'Fee', share: 'Share', bearer: 'Borne by', amount: 'Amount' },
    asked: 'You ask for',
    sent: 'You send',
    payerPays: 'The payer pays',
    youPay: 'You pay in all',
    received: 'You receive',
    theyReceive: 'The recipient receives',
    noFees: 'No fee applies to it.',
    share: (percent: string) => `${percent} %`,
    cap: (usd: string) => `at most ${usd} USD`,
    fixed: (usd: string) => `${usd} USD fixed`,
    bearers: { payer: 'payer, on top', payee: 'recipient, who receives less' },
    sources: {
      orchestrator_default: 'Default of the orchestrator',
      client_id_override: 'Set by the orchestrator for this client ID',
      protocol_default: 'Set by the operator of this installation',
      sponsorship_default: 'For transactions that the operator sends',
      client_id_default: 'Set for this client ID',
      payment: 'Named by the call',
    },
  },
  order: {
    title: 'Which fees apply',
    text: 'They add up. Each is looked for in this order, and paid in this order after the amount.',
    steps: ORDER,
  },
  own: {
    title: 'What you take as an orchestrator',
    text: 'Each applies to one kind of payment and one bearer. Changes hold for new payments.',
    notPartner: 'This account is no orchestrator',
    notPartnerText:
      'An orchestrator creates payments for the platforms that linked to it, and may take a fee of each. The fee of a client ID of your own is set with the client ID.',
    become: 'Become an orchestrator',
    scope: 'For',
    everyone: 'All platforms, by default',
    empty: {
      title: 'No fee yet',
      text: 'Add one below. It is then part of every payment that you create for these platforms.',
    },
    emptyOverride: {
      title: 'Nothing of its own',
      text: 'The defaults apply to this client ID. What you add here replaces the default of the same kind and bearer; 0 % lets it off.',
    },
    flows: { incoming: 'Payments to platforms', outgoing: 'Payouts of platforms' },
    bearers: { payer: 'The payer pays it on top', recipient: 'The recipient receives less' },
    statuses: { active: 'Applies', disabled: 'Off' },
    cap: (usd: string) => `at most ${usd} USD a payment`,
    noCap: 'no cap',
    toEvm: 'EVM networks',
    toTron: 'Tron',
    nobody: 'not taken there',
    change: 'Change',
    switchOff: 'Switch off',
    switchOffTitle: 'Switch this fee off?',
    switchOffText: 'It is not taken of new payments any more. Payments that exist keep it.',
    switchOffOverride:
      'The default of the same kind and bearer applies again to new payments of this client ID. Payments that exist keep what was agreed.',
    switchOn: 'Switch on',
    add: 'Add a fee',
    flow: 'Of',
    bearer: 'Borne by',
    percent: 'Share in %',
    percentHint: 'Of the amount asked for; at most two decimals.',
    percentProblem: 'A share is a number from 0 to 100 with at most two decimals, such as 2.5.',
    usdCap: 'At most, in USD',
    usdCapHint: 'Leave it empty for no cap.',
    evm: 'Paid to, on EVM networks',
    tron: 'Paid to, on Tron',
    receiverHint: 'One of the two is needed. Where nobody receives it, it is not taken.',
    confirmTitle: 'Is this right?',
    confirm: (flow: string, terms: string, bearer: string) =>
      `Of ${flow} you take ${terms}. ${bearer}.`,
    terms: (share: string, cap: string) => `${share} %, ${cap}`,
    confirmTo: (network: string, address: string) => `On ${network} it is paid to ${address}.`,
    stays: 'It holds for payments that are created from now on.',
    submit: 'Save this fee',
    cancel: 'Cancel',
  },
} as const;
