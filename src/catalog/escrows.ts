import type { NetworkId } from './networks.ts';

/** The ways in which the escrow gets a payer's tokens, and the one by which an operator gives back. */
export interface EscrowCollectors {
  /** The payer sends an approval of the token and one of the payment. */
  readonly preApproval: string;
  /** The payer signs a transfer for a token that knows ERC-3009. */
  readonly erc3009: string;
  /** The payer signs for Permit2. */
  readonly permit2: string;
  /** The operator gives back what was captured. */
  readonly operatorRefund: string;
}

/** How a payer's tokens get into the escrow: by two transactions of the payer, or by one signature for the token or for Permit2. */
export const ESCROW_COLLECTIONS = ['pre_approval', 'erc3009', 'permit2'] as const;

/** One of them. */
export type EscrowCollection = (typeof ESCROW_COLLECTIONS)[number];

/** The escrow of a network, and what stands around it. */
export interface EscrowContracts {
  readonly escrow: string;
  /** Is never called: its events with our references are reported. */
  readonly wrapper: string;
  /** Undefined where they are not confirmed, so that a setting names them. */
  readonly collectors: EscrowCollectors | undefined;
}

/** Where payments can be held: the published contracts stand nowhere else. */
export type EscrowNetworkId = 'base' | 'sepolia';

/** Where the published contracts stand. The collectors of the escrow on Sepolia are not confirmed. */
export const ESCROWS: Readonly<Record<EscrowNetworkId, EscrowContracts>> = {
  base: {
    escrow: '0xBdEA0D1bcC5966192B070Fdf62aB4EF5b4420cff',
    wrapper: '0x9A73b3774183d07d4a2b585B04982F2Ec672B03b',
    collectors: {
      preApproval: '0x1b77ABd71FCD21fbe2398AE821Aa27D1E6B94bC6',
      erc3009: '0x0E3dF9510de65469C4518D7843919c0b8C7A7757',
      permit2: '0x992476B9Ee81d52a5BdA0622C333938D0Af0aB26',
      operatorRefund: '0x934907bffd0901b6A21e398B9C53A4A38F02fa5d',
    },
  },
  sepolia: {
    escrow: '0xF81E3F293c92CaCfc0d723d2D8183e39Cc3AEdC7',
    wrapper: '0xc9b2eCBc2bfb38908f0Ee59729875959A09E6Ea5',
    collectors: undefined,
  },
};

/** The collectors of local nodes where none are confirmed: they stand at the addresses of those on Base. */
export const SANDBOX_COLLECTORS: EscrowCollectors | undefined = ESCROWS.base.collectors;

/** Whether payments can be held in an escrow on a network. */
export function hasEscrow(network: NetworkId): network is EscrowNetworkId {
  return Object.hasOwn(ESCROWS, network);
}
