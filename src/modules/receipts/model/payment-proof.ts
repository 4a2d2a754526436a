import { currencyById, currencyByToken, nativeCurrencyOf } from '#catalog/currencies.ts';
import { isNetworkId, type NetworkId, writtenHash } from '#catalog/networks.ts';
import type { Chain, ObservedTransfer } from '#chains/chain.ts';
import { parseAmount, printAmount } from '#kit/amount.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { CountedPayment } from './counted-payment.ts';

/** Where a chain has a payment, and what has to be there: enough for anybody with a node to check it. */
export interface PaymentProof {
  readonly network: NetworkId;
  readonly blockNumber: number;
  /** As the network writes hashes. */
  readonly transactionHash: string;
  /** Position of the payment's event in its block. */
  readonly logIndex: number;
  readonly paymentReference: Hex;
  readonly payee: string;
  /** The id of what moved. */
  readonly currency: string;
  /** What reached the payee, a human decimal. */
  readonly amount: string;
}

/** What a receipt claims and the chain does not confirm. */
export interface ProofDifference {
  readonly field: 'paymentReference' | 'payee' | 'currency' | 'amount';
  readonly claimed: string;
  readonly onChain: string;
}

/** The proof of a payment. */
export function proofOf({ payment }: Pick<CountedPayment, 'payment'>): PaymentProof {
  const { network } = payment;
  const currency = currencyById(payment.currencyId);
  invariant(currency !== undefined && isNetworkId(network), 'a payment is in our catalog');
  return {
    network,
    blockNumber: Number(payment.milestones.seen.blockNumber),
    transactionHash: payment.transactionHash,
    logIndex: payment.logIndex,
    paymentReference: payment.paymentReference,
    payee: payment.payeeAddress,
    currency: currency.id,
    amount: printAmount(payment.tokenUnits, currency.decimals),
  };
}

/** The pure part of a chain that claims are compared by. */
type ComparedChain = Pick<Chain, 'network' | 'isAddress' | 'normalAddress' | 'referenceKey'>;

/** What a proof says that was paid, in its shortest form; refuses (400) what no chain could have. */
export function readClaim(proof: PaymentProof, chain: ComparedChain) {
  const currency = currencyById(proof.currency);
  if (currency === undefined || currency.network !== proof.network) {
    throw refuseField('currency', `currency must be the id of a currency on ${proof.network}`);
  }
  if (!chain.isAddress(proof.payee)) {
    throw refuseField('payee', `payee must be an address on ${proof.network}`);
  }
  const units = parseAmount(proof.amount, { ...currency, field: 'amount' });
  return {
    referenceKey: chain.referenceKey(proof.paymentReference),
    payee: chain.normalAddress(proof.payee),
    currency: currency.id,
    amount: printAmount(units, currency.decimals),
  };
}

/** What a proof says, to be compared. */
export type Claim = ReturnType<typeof readClaim>;

/** Whether a transfer is the one that a proof names. */
export function isTransferOf(proof: PaymentProof, transfer: ObservedTransfer): boolean {
  const { network, transactionHash, logIndex } = proof;
  const named = writtenHash(network, transactionHash).toLowerCase();
  return (
    transfer.logIndex === logIndex &&
    writtenHash(network, transfer.transactionHash).toLowerCase() === named
  );
}

/** What a chain has otherwise than a proof says; empty where all of it is true. */
export function differencesFrom(
  { referenceKey, payee, currency, amount }: Claim,
  chain: ComparedChain,
  transfer: ObservedTransfer,
): ProofDifference[] {
  const { tokenAddress, tokenUnits } = transfer;
  const { id } = chain.network;
  const moved =
    tokenAddress === undefined ? nativeCurrencyOf(id) : currencyByToken(id, tokenAddress);
  const compared: ProofDifference[] = [
    // The chain has no more of a reference than its hash.
    { field: 'paymentReference', claimed: referenceKey, onChain: transfer.referenceKey },
    { field: 'payee', claimed: payee, onChain: chain.normalAddress(transfer.payeeAddress) },
    { field: 'currency', claimed: currency, onChain: moved?.id ?? tokenAddress ?? id },
    {
      field: 'amount',
      claimed: amount,
      // Nobody here knows the decimals of a token that is not listed.
      onChain: moved ? printAmount(tokenUnits, moved.decimals) : `${tokenUnits} units`,
    },
  ];
  return compared.filter(({ claimed, onChain }) => claimed !== onChain);
}
