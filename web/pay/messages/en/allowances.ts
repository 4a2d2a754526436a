/** The English texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Allowance beyond this payment',
  text: (amount: string) => `Your wallet allows this contract to take up to ${amount} in all.`,
  textAny: (symbol: string) => `Your wallet allows this contract to take any amount of ${symbol}.`,
  due: (amount: string) => `This payment takes ${amount}.`,
  button: (symbol: string) => `Revoke the allowance of ${symbol}`,
  before:
    'It is set to zero, for a network fee. This payment then asks for an allowance of exactly what it takes.',
  after: 'It is set to zero, for a network fee.',
  contract: 'Contract',
  asking: 'Your wallet asks to set the allowance to zero.',
  waiting: 'The allowance is revoked once the next block holds this.',
  revoked: (symbol: string) => `The allowance of ${symbol} is revoked.`,
  otherTab: 'Another tab of this browser is asking your wallet. Go on there, or close it.',
  declined: 'You declined. The allowance stays as it was.',
  failed: 'Your wallet did not send it. The allowance stays as it was.',
  reverted: 'The network did not carry it out. The allowance stays as it was.',
} as const;
