import { getAddress, isAddress, zeroAddress } from 'viem';
import { z } from 'zod';
import { SAFE_DEPLOYMENTS } from '#catalog/accounts.ts';
import type { Clock } from '#kit/clock.ts';
import { type Hex, isHex, isSameHex } from '#kit/hex.ts';
import { type ReadSignature, readSignatures } from './read-signatures.ts';
import { notFound, refuseProposal, ServiceError } from './refusals.ts';
import {
  hashOf,
  readExecutions,
  readSafe,
  type SafeNode,
  type SafeOnChain,
  type SafeTx,
} from './safe-nodes.ts';
import type { StoredProposal, StoredProposals } from './stored-proposals.ts';

/** What every call on one network has. */
export interface NetworkParts {
  readonly network: string;
  readonly node: SafeNode;
  readonly proposals: StoredProposals;
  readonly now: Clock;
}

/** With its checksum, as the service demands. */
const address = z
  .string()
  .refine(
    (text): text is Hex => isAddress(text) && getAddress(text) === text,
    'is not an address with its checksum',
  );
const optionalAddress = address.nullish().transform((found) => found ?? zeroAddress);
const units = z
  .union([z.string().regex(/^\d{1,78}$/), z.int().min(0)])
  .transform((value) => BigInt(value));
const bytes = z
  .string()
  .refine((text): text is Hex => isHex(text), 'is not hexadecimal data')
  .transform((text): Hex => text);
const signature = bytes.refine((text) => text.length >= 132, 'must have at least 65 bytes');

const Proposal = z.object({
  to: address,
  value: units,
  data: bytes.nullish().transform((found): Hex => found ?? '0x'),
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: units,
  baseGas: units,
  gasPrice: units,
  gasToken: optionalAddress,
  refundReceiver: optionalAddress,
  nonce: units,
  contractTransactionHash: bytes.refine((text) => text.length === 66, 'must have 32 bytes'),
  sender: address,
  signature: signature.nullish(),
  origin: z.string().max(200).nullish(),
});

/** `MultiSend` of 1.4.1, which the vendor's client takes where it is asked for more than calls. */
const MULTI_SEND = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526';
/** The contracts of the vendor that a Safe may delegate to. */
const DELEGATES = new Set<string>([
  MULTI_SEND,
  ...SAFE_DEPLOYMENTS.map(({ multiSendCallOnly }) => multiSendCallOnly),
]);

/** Stores a proposal with its signatures, or adds them to one that is known. Throws `ServiceError` (422). */
export async function proposeTransaction(
  parts: NetworkParts,
  safe: Hex,
  body: unknown,
): Promise<void> {
  const parsed = Proposal.safeParse(body);
  if (!parsed.success) throw new ServiceError(422, z.flattenError(parsed.error).fieldErrors);
  const { contractTransactionHash, sender, signature: signatures, origin, ...tx } = parsed.data;
  if (tx.operation === 1 && !DELEGATES.has(tx.to)) {
    throw refuseProposal('Operation DELEGATE_CALL is not allowed');
  }
  const onChain = await readSafe(parts.node, safe);
  if (onChain === undefined) {
    throw refuseProposal('Could not get Safe version from blockchain, check contract exists');
  }
  const hash = await hashOf(parts.node, safe, tx);
  if (!isSameHex(hash, contractTransactionHash)) {
    const given = `does not match provided contract-tx-hash=${contractTransactionHash}`;
    throw refuseProposal(`Contract-transaction-hash=${hash} ${given}`);
  }
  await refuseExecuted(parts, { safe, tx, hash, onChain });
  if (!onChain.owners.includes(sender)) {
    throw refuseProposal(`Sender=${sender} is not an owner or delegate. ${ownersOf(onChain)}`);
  }
  const signed = await checkSignatures(parts.node, onChain, {
    ...{ safe, hash, signatures: signatures ?? '0x' },
    refuse: refuseProposal,
  });
  if (signed.length > 0 && !signed.some(({ owner }) => owner === sender)) {
    const calculated = `Calculated owners=${signed.map(({ owner }) => owner)}`;
    throw refuseProposal(`Signature does not match sender=${sender}. ${calculated}`);
  }
  const at = parts.now().toISOString();
  const proposal = parts.proposals.find(parts.network, hash) ?? {
    ...describeTx(tx),
    ...{ network: parts.network, safe, safeTxHash: hash, proposer: sender },
    ...{ origin: origin ?? '{}', trusted: false, createdAt: at, modifiedAt: at, confirmations: [] },
  };
  await parts.proposals.store(withSignatures(proposal, signed, at));
}

const Confirmation = z.object({ signature });

/** Adds signatures to a proposal. Throws `ServiceError` (400, 404). */
export async function confirmTransaction(
  parts: NetworkParts,
  hash: string,
  body: unknown,
): Promise<void> {
  const parsed = Confirmation.safeParse(body);
  if (!parsed.success) throw new ServiceError(400, z.flattenError(parsed.error).fieldErrors);
  const { network, node, proposals, now } = parts;
  const known = proposals.find(network, hash);
  if (known === undefined) {
    throw notFound(`Multisig transaction with safe-tx-hash=${hash} was not found`);
  }
  const { safe, safeTxHash } = known;
  const [onChain, executions] = await Promise.all([
    readSafe(node, safe),
    readExecutions(node, safe),
  ]);
  if (executions.has(safeTxHash) || onChain === undefined) {
    throw refuseSignature(`Transaction with safe-tx-hash=${safeTxHash} was already executed`);
  }
  const signed = await checkSignatures(node, onChain, {
    ...{ safe, hash: safeTxHash, signatures: parsed.data.signature },
    refuse: refuseSignature,
  });
  // Another owner may have signed since it was read.
  const latest = proposals.find(network, hash) ?? known;
  await proposals.store(withSignatures(latest, signed, now().toISOString()));
}

function refuseSignature(message: string): ServiceError {
  return new ServiceError(400, { signature: [message] });
}

/** Throws where a transaction with this nonce has been executed, whether it is this one or another. */
async function refuseExecuted(
  { node }: NetworkParts,
  proposed: {
    readonly safe: Hex;
    readonly tx: SafeTx;
    readonly hash: Hex;
    readonly onChain: SafeOnChain;
  },
): Promise<void> {
  const { safe, tx, hash, onChain } = proposed;
  if (tx.nonce >= onChain.nonce) return;
  const own = (await readExecutions(node, safe)).get(hash);
  if (own === undefined) {
    throw refuseProposal(`Tx with nonce=${tx.nonce} for safe=${safe} already executed`);
  }
  const which = `Tx with safe-tx-hash=${hash} for safe=${safe}`;
  throw refuseProposal(`${which} was already executed in tx-hash=${own.transactionHash}`);
}

async function checkSignatures(
  node: SafeNode,
  onChain: SafeOnChain,
  signed: {
    readonly safe: Hex;
    readonly hash: Hex;
    readonly signatures: Hex;
    readonly refuse: (message: string) => ServiceError;
  },
): Promise<readonly ReadSignature[]> {
  const { refuse } = signed;
  const read = await readSignatures(node, signed);
  if (read === undefined) throw refuse(`Signature=${signed.signatures} is not valid`);
  for (const [index, { owner }] of read.entries()) {
    if (!onChain.owners.includes(owner)) {
      throw refuse(`Signer=${owner} is not an owner. ${ownersOf(onChain)}`);
    }
    if (read.findIndex((one) => one.owner === owner) !== index) {
      throw refuse(`Signature for owner=${owner} is duplicated`);
    }
  }
  return read;
}

const ownersOf = ({ owners }: SafeOnChain) => `Current owners=${owners.join(', ')}`;

function describeTx(tx: SafeTx) {
  return {
    to: tx.to,
    value: String(tx.value),
    data: tx.data === '0x' ? null : tx.data,
    operation: tx.operation,
    safeTxGas: String(tx.safeTxGas),
    baseGas: String(tx.baseGas),
    gasPrice: String(tx.gasPrice),
    gasToken: tx.gasToken,
    refundReceiver: tx.refundReceiver,
    nonce: String(tx.nonce),
  };
}

/** A signature makes a proposal trusted; the first one of an owner stays. */
function withSignatures(
  proposal: StoredProposal,
  signed: readonly ReadSignature[],
  submittedAt: string,
): StoredProposal {
  const known = new Set(proposal.confirmations.map(({ owner }) => owner));
  const added = signed.filter(({ owner }) => !known.has(owner));
  if (added.length === 0) return proposal;
  return {
    ...proposal,
    trusted: true,
    modifiedAt: submittedAt,
    confirmations: [...proposal.confirmations, ...added.map((one) => ({ ...one, submittedAt }))],
  };
}
