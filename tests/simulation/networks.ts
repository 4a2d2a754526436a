import { type FinalityRule, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { TRON_WALLETS } from '../support/tron-wallets.ts';

/** The networks that worlds may have. */
export const ALL_SIMULATED = [
  'sepolia',
  'base',
  'tron',
  'arbitrum-one',
] as const satisfies readonly NetworkId[];
/** One of them. */
export type Simulated = (typeof ALL_SIMULATED)[number];

/** Whether a network is one of them. */
export function isSimulated(id: string): id is Simulated {
  return ALL_SIMULATED.some((one) => one === id);
}

/** Something of each network. */
export function ofEach<Value>(make: (network: Simulated) => Value): Record<Simulated, Value> {
  return {
    sepolia: make('sepolia'),
    base: make('base'),
    tron: make('tron'),
    'arbitrum-one': make('arbitrum-one'),
  };
}

/** The networks of most worlds. */
export const EVM_NETWORKS: readonly Simulated[] = ['sepolia', 'base'];
/** The networks of worlds with a chain of each family. */
export const TRON_NETWORKS: readonly Simulated[] = ['tron', 'base'];

/** The networks of worlds with a bridge between them. */
export const BRIDGED_NETWORKS: readonly Simulated[] = ['arbitrum-one', 'base'];

/** How often something becomes of a full node in worlds with Tron, which are few: more often than elsewhere. */
export const TRON_NODE_ACTIONS = 12;

/** How many blocks a payment waits on each; on Tron its block must also be solidified. */
export const CONFIRMATIONS = { sepolia: 2, base: 4, tron: 1, 'arbitrum-one': 2 } as const;

/** Where a payment counts once its block is solidified, as the catalog has it. */
export const SOLIDIFYING: Simulated = 'tron';

/** Where two nodes must agree on a payment in dollars before it is credited. */
export const AGREEING: readonly Simulated[] = ['base', 'tron'];

/** When a payment settles its link. */
export function confirmationsOf(id: NetworkId): FinalityRule {
  if (id === SOLIDIFYING) return NETWORKS[id].confirmed;
  return { by: 'depth', blocks: id === 'base' ? CONFIRMATIONS.base : CONFIRMATIONS.sepolia };
}

/** Everybody with a wallet. Two pay, one is paid, two are paid fees, one is unrelated; the payee may pay itself. */
export const WALLETS = {
  payers: [
    '0x2222222222222222222222222222222222222222',
    '0x4444444444444444444444444444444444444444',
  ],
  payee: '0x1111111111111111111111111111111111111111',
  feeReceiver: '0x5555555555555555555555555555555555555555',
  unrelated: '0x3333333333333333333333333333333333333333',
  protocol: '0x6666666666666666666666666666666666666666',
} as const;

/** The same people as a network names them. */
export function walletsOf(network: Simulated): typeof WALLETS | typeof TRON_WALLETS {
  return NETWORKS[network].family === 'tron' ? TRON_WALLETS : WALLETS;
}

/** One currency of each kind that requests are in. */
export const CURRENCIES = {
  sepolia: ['USDC-sepolia', 'FAU-sepolia', 'ETH-sepolia-sepolia'],
  base: ['USDC-base', 'ETH-base-base'],
  tron: ['USDT-tron', 'USDC-tron'],
  'arbitrum-one': ['USDC-arbitrum-one', 'USDT-arbitrum-one'],
} as const;
