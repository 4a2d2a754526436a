import { zeroAddress } from 'viem';
import { collectorAbi, escrowAbi } from '#catalog/abis/escrow.ts';
import type { EscrowCollectors } from '#catalog/escrows.ts';
import type { Hex } from '#kit/hex.ts';
import type { EscrowAuthorization, EscrowReads, EscrowTerms } from '../../escrow.ts';
import type { Call } from '../../signing.ts';
import { evmAddress } from '../address.ts';
import { addressArgument, contractFunction, encodeApproval, encodeCall } from '../encode.ts';
import { payerSpender } from './payer-content.ts';
import { paymentInfo } from './payment-info.ts';

const authorize = contractFunction(escrowAbi, 'authorize');
const capture = contractFunction(escrowAbi, 'capture');
const voidPayment = contractFunction(escrowAbi, 'void');
const refund = contractFunction(escrowAbi, 'refund');
const reclaim = contractFunction(escrowAbi, 'reclaim');
const preApprove = contractFunction(collectorAbi, 'preApprove');
const NO_DATA: Hex = '0x';

/** The escrow of a network and its collectors, all with right checksums. */
export interface EscrowAddresses {
  readonly escrow: Hex;
  readonly collectors: EscrowCollectors;
}

type EscrowCalls = Pick<
  EscrowReads,
  'payerCalls' | 'authorizeCall' | 'captureCall' | 'voidCall' | 'refundCalls' | 'reclaimCall'
>;

/** The calls of operators and payers. */
export function escrowCalls({ escrow, collectors }: EscrowAddresses): EscrowCalls {
  const call = (data: Hex): Call => ({ to: escrow, data, valueUnits: 0n });
  return {
    payerCalls: (terms, authorization) => payerCalls(collectors, terms, authorization),
    authorizeCall: (terms, authorization) => {
      const { units, signature = NO_DATA } = authorization;
      const collector = collectorOf(collectors, authorization);
      return call(encodeCall(authorize, [paymentInfo(terms), units, collector, signature]));
    },
    captureCall: (terms, units) =>
      call(encodeCall(capture, [paymentInfo(terms), units, terms.feeBps, feeReceiverOf(terms)])),
    voidCall: (terms) => call(encodeCall(voidPayment, [paymentInfo(terms)])),
    refundCalls: (terms, units) => {
      const collector = addressArgument(collectors.operatorRefund);
      return [
        encodeApproval(terms.currency.address, collectors.operatorRefund, units),
        call(encodeCall(refund, [paymentInfo(terms), units, collector, NO_DATA])),
      ];
    },
    reclaimCall: (terms) => call(encodeCall(reclaim, [paymentInfo(terms)])),
  };
}

function feeReceiverOf({ feeAddress }: EscrowTerms): Hex {
  return feeAddress === undefined ? zeroAddress : addressArgument(feeAddress);
}

/** The collector that an authorisation names. */
function collectorOf(
  { preApproval, erc3009, permit2 }: EscrowCollectors,
  { collection }: Pick<EscrowAuthorization, 'collection'>,
): Hex {
  return addressArgument({ pre_approval: preApproval, erc3009, permit2 }[collection]);
}

/** Approvals are of exactly what is authorised; one for Permit2 is of the most that the signature lets it take. */
function payerCalls(
  collectors: EscrowCollectors,
  terms: EscrowTerms,
  { collection, units }: EscrowAuthorization,
): Call[] {
  const spender = payerSpender(collectors, collection);
  if (spender === undefined) return [];
  const token = terms.currency.address;
  if (collection !== 'pre_approval') return [encodeApproval(token, spender, terms.maxUnits)];
  const agreement = encodeCall(preApprove, [paymentInfo(terms)]);
  return [
    encodeApproval(token, spender, units),
    { to: evmAddress(collectors.preApproval), data: agreement, valueUnits: 0n },
  ];
}
