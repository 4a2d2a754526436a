import { decodeFunctionData, toFunctionSelector } from 'viem';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import type { RouteCall } from '../../bridge.ts';
import type { TokenPayment } from '../../chain.ts';
import { evmAddress, isEvmAddress } from '../address.ts';
import { encodePayment } from '../encode.ts';
import { readStrictly } from './read-strictly.ts';

/** The payments of this form have 8 bytes of reference; another length names no request of ours. */
const REFERENCE = /^0x[0-9a-f]{16}$/;

const SELECTOR = toFunctionSelector(
  'transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
);

/** See `BridgeRoutes.readPaymentCall`. */
export function readPaymentCall(
  feeProxy: string,
  { to, data }: RouteCall,
): TokenPayment | undefined {
  if (!isEvmAddress(to) || evmAddress(to) !== feeProxy || !data.startsWith(SELECTOR))
    return undefined;
  return readStrictly({ abi: erc20FeeProxyAbi, data }, decodePayment, (payment) =>
    payment === undefined ? '0x' : encodePayment(feeProxy, payment).data,
  );
}

function decodePayment(data: RouteCall['data']): TokenPayment | undefined {
  const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data });
  const [tokenAddress, payeeAddress, amountUnits, paymentReference, feeUnits, feeAddress] =
    args ?? [];
  if (typeof tokenAddress !== 'string' || typeof payeeAddress !== 'string') return undefined;
  if (typeof paymentReference !== 'string' || !REFERENCE.test(paymentReference)) return undefined;
  if (typeof amountUnits !== 'bigint' || typeof feeUnits !== 'bigint') return undefined;
  if (typeof feeAddress !== 'string') return undefined;
  return {
    kind: 'token',
    tokenAddress: evmAddress(tokenAddress),
    payeeAddress: evmAddress(payeeAddress),
    amountUnits,
    paymentReference,
    feeUnits,
    feeAddress: evmAddress(feeAddress),
  };
}
