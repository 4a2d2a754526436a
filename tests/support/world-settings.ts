import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { fromEvmAddress, toBase58 } from '../../src/sandbox/tron/address.ts';

// Files that want the same settings share worlds, so there are few kinds.

/** Five basis points of each payment, 25 dollars at most, for an address that nobody else pays. */
export const PROTOCOL_FEE = {
  PROTOCOL_FEE_BPS: '5',
  PROTOCOL_FEE_CAP_USD: '25',
  PROTOCOL_FEE_ADDRESS: '0x6666666666666666666666666666666666666666',
} as const;

/** One percent of each payment, for a wallet that the sandbox pays too; and bundles of up to a thousand children. */
export const LARGE_PROTOCOL_FEE = {
  PROTOCOL_FEE_BPS: '100',
  PROTOCOL_FEE_ADDRESS: TEST_ACCOUNTS.unrelated.address,
  MULTICALL_CHILDREN_MAX: '1000',
} as const;

/** A Tron node, and one percent of each payment there for an address that nobody else pays. */
export const TRON_PROTOCOL_FEE = {
  SANDBOX_NETWORKS: 'sepolia,base,tron',
  PROTOCOL_FEE_BPS: '100',
  PROTOCOL_FEE_TRON_ADDRESS: toBase58(fromEvmAddress(PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS)),
} as const;
