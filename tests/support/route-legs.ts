import { encodeFunctionData } from 'viem';
import { BRIDGES } from '#catalog/bridge.ts';
import {
  abi,
  hex,
  type Leg,
  NOBODY,
  PAYEE,
  SOURCE_USDC,
  SOURCE_USDT,
  SWAP_BY,
  word,
} from './route-sample.ts';

const { diamond, feeForwarder, swapRouter } = BRIDGES['arbitrum-one'];

/** The calldata of fees to the payee and to nobody. */
export const feeData = (token = SOURCE_USDT, units: readonly bigint[] = [200000n, 300000n]) => {
  const distributions = units.map((one, at) => [hex(at === 0 ? PAYEE : NOBODY), one] as const);
  return encodeFunctionData({
    abi,
    functionName: 'forwardERC20Fees',
    args: [token, distributions],
  });
};
/** A leg that takes half a dollar of fees. */
export const FEE: Leg = {
  callTo: hex(feeForwarder),
  approveTo: hex(feeForwarder),
  sendingAssetId: SOURCE_USDT,
  receivingAssetId: SOURCE_USDT,
  fromAmount: 101_500000n,
  callData: feeData(),
  requiresDeposit: true,
};
/** The calldata of a swap from USDT to USDC. */
export const swapData = ({
  input = 101_000000n,
  from = SOURCE_USDT,
  to = SOURCE_USDC,
  recipient = diamond,
  by = BigInt(SWAP_BY),
  priceLimit = 0n,
  pool = 100,
} = {}) => {
  const args = [from, to, pool, hex(recipient), by, input, 100_900000n, priceLimit] as const;
  return encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [args] });
};
/** A leg that swaps what the fees leave. */
export const SWAP: Leg = {
  ...FEE,
  callTo: hex(swapRouter),
  approveTo: hex(swapRouter),
  receivingAssetId: SOURCE_USDC,
  fromAmount: 101_000000n,
  callData: swapData(),
  requiresDeposit: false,
};
/** What a route deposits behind both of them. */
export const DEPOSIT_USDC = {
  bridge: { hasSourceSwaps: true, sendingAssetId: SOURCE_USDC, minAmount: 100_800000n },
  across: {
    sendingAssetId: word(SOURCE_USDC),
    outputAmount: 1n,
    outputAmountMultiplier: 998n * 10n ** 15n,
  },
};
