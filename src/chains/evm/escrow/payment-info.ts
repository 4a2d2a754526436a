import { encodeAbiParameters, keccak256, stringToHex, zeroAddress } from 'viem';
import { PAYMENT_INFO_TYPE, paymentInfoParameters } from '#catalog/abis/escrow.ts';
import type { Network } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { EscrowTerms } from '../../escrow.ts';
import { addressArgument } from '../encode.ts';
import { secondsOf } from '../permits/token-domain.ts';

const TYPE_HASH = keccak256(stringToHex(PAYMENT_INFO_TYPE));
const PLACE = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const;

/** Where a payment is held: the same terms are another payment elsewhere. */
export interface EscrowPlace {
  readonly network: Network;
  readonly escrow: Hex;
}

/** The member that makes a payment's hash unique, as the published wrapper derives it. */
export function saltOf(paymentReference: Hex): Hex {
  return keccak256(paymentReference);
}

/** The `PaymentInfo` of the contract. */
export function paymentInfo(terms: EscrowTerms) {
  const { feeBps, feeAddress } = terms;
  return {
    operator: addressArgument(terms.operatorAddress),
    payer: addressArgument(terms.payerAddress),
    receiver: addressArgument(terms.receiverAddress),
    token: addressArgument(terms.currency.address),
    maxAmount: terms.maxUnits,
    preApprovalExpiry: Number(secondsOf(terms.preApprovalExpiresAt)),
    authorizationExpiry: Number(secondsOf(terms.authorizationExpiresAt)),
    refundExpiry: Number(secondsOf(terms.refundExpiresAt)),
    // One share, so that the escrow itself refuses every other one.
    minFeeBps: feeBps,
    maxFeeBps: feeBps,
    feeReceiver: feeAddress === undefined ? zeroAddress : addressArgument(feeAddress),
    salt: BigInt(saltOf(terms.paymentReference)),
  };
}

/** The hash that names a payment; `isUnnamed` leaves out the payer, as in what payers sign. */
export function hashOf(
  place: EscrowPlace,
  terms: EscrowTerms,
  { isUnnamed = false }: { readonly isUnnamed?: boolean } = {},
): Hex {
  const info = paymentInfo(terms);
  return hashInfo(place, isUnnamed ? { ...info, payer: zeroAddress } : info);
}

/** The hash of what the contract is called with. */
export function hashInfo(
  { network, escrow }: EscrowPlace,
  info: ReturnType<typeof paymentInfo>,
): Hex {
  const members = keccak256(encodeAbiParameters(paymentInfoParameters, [TYPE_HASH, info]));
  return keccak256(encodeAbiParameters(PLACE, [BigInt(network.chainId), escrow, members]));
}
