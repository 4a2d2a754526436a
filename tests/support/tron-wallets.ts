/** Wallets of tests on Tron that need no keys: the same bytes as the EVM wallets of those tests, in Base58. */
export const TRON_WALLETS = {
  payers: ['TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E', 'TGCAjMXComunWZEXCT1LPBdcYbDVuyexBv'],
  payee: 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV',
  feeReceiver: 'THkQfRopincF6emzbk6VMC7jTHqJ8MP8g7',
  unrelated: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
  protocol: 'TKJebW6SdoJhgkKU13BeKCbrMzT6HeQhJ6',
} as const;
