/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'The signature is not that of the wallet that pays.',
  CONTRACT_VALIDATE_ERROR:
    'The wallet’s account is not active on Tron yet, or it holds too little TRX for the network fee.',
  CONTRACT_EXE_ERROR: 'The network would refuse this call right now.',
  BANDWITH_ERROR: 'The wallet holds too little TRX for the network fee.',
  TAPOS_ERROR: 'The network has gone on without the block that it refers to.',
  wallet_not_allowed: 'This wallet may not pay this link.',
  screening_rejected: 'This wallet may not pay this link.',
  provider_error: 'The wallet could not be checked.',
};

/** The English texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `Tron takes its fee as energy and bandwidth, and in TRX what the wallet has too little of. For this signature the energy costs at most ${most} TRX; what is not used stays in the wallet.`,
  held: (held: readonly string[]) => `This wallet has ${held.join(', ')}.`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `${amount} energy`,
  bandwidth: (amount: string) => `${amount} bandwidth`,
  relaying: 'Your payment is signed. We keep handing it to the network; you need not sign again.',
  refusedTitle: 'The network did not take this payment',
  /** What was signed after its expiry, and from when on it is certain that no block holds it. */
  late: (from: string) =>
    `It was signed too late. Nothing was paid so far. Do not pay again yet: after ${from} no block can hold it any more, and this page offers to start again.`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? 'It gave no reason that this page knows.'} Nothing was paid so far. Do not pay again yet: what you signed stays valid until ${until}, and shortly after that this page offers to start again.`,
} as const;
