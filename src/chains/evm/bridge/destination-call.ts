import type { Hex } from '#kit/hex.ts';
import type { TokenPayment } from '../../chain.ts';
import { encodePayment } from '../encode.ts';
import { EVM_NEEDS } from '../needs.ts';

/** See `BridgeRoutes.destinationCall`. */
export function destinationCall(feeProxy: string, payment: TokenPayment) {
  const { to, data } = encodePayment(feeProxy, payment);
  const { gas = 0n } = EVM_NEEDS.payment.token;
  return { to, data, gasLimit: gas } satisfies { to: string; data: Hex; gasLimit: bigint };
}
