import { recoverAddress } from 'viem';
import { fromEvmAddress, type TronHex, toBase58, withPrefix } from './address.ts';
import { BroadcastError } from './node-error.ts';
import { isPermission } from './permissions.ts';
import { PARAMETERS } from './resources.ts';
import { encodeTransaction, type SignedTransaction } from './transaction.ts';

const SIGNATURE_CHARACTERS = 130;
const TRANSACTION_BYTES_MAX = 512_000;
const EXPIRATION_MAX_MS = 86_400_000;

/** Refuses signatures of another length, before anything else is done with the transaction. */
export function checkSignatureSizes({ signatures }: SignedTransaction): void {
  const wrong = signatures.find((signature) => signature.length < SIGNATURE_CHARACTERS);
  if (wrong !== undefined) {
    throw new BroadcastError(
      'SIGERROR',
      `Validate signature error: Signature size is ${wrong.length / 2}`,
    );
  }
}

/** Refuses a transaction whose time to be included is over. */
export function checkExpired({ raw }: SignedTransaction, nowMs: number): void {
  if (raw.expirationMs <= nowMs) {
    throw new BroadcastError('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }
}

/** Refuses a transaction that the owner of its contract did not sign, with the key and under the permission. */
export async function checkSignature(transaction: SignedTransaction): Promise<void> {
  const refuse = (text: string) =>
    new BroadcastError('SIGERROR', `Validate signature error: ${text}`);
  const { raw, signatures, txId } = transaction;
  const [contract] = raw.contracts;
  const [signature] = signatures;
  if (contract === undefined || signature === undefined) throw refuse('miss sig or contract');
  if (signatures.length > 1) throw refuse('too many signatures');
  if (!isPermission(contract.permissionId)) {
    throw refuse("permission isn't exit");
  }
  const signer = await recoverSigner(txId, signature);
  if (signer === undefined) throw refuse('Header byte out of range');
  if (signer !== contract.action.ownerAddress) {
    throw refuse(
      `${signature} is signed by ${toBase58(signer)} but it is not contained of permission.`,
    );
  }
}

/** Whose key signed. Only r, s and v count, as in the real node: what follows them is ignored. */
export async function recoverSigner(txId: string, signature: string): Promise<TronHex | undefined> {
  try {
    const address = await recoverAddress({
      hash: withPrefix(txId),
      signature: withPrefix(signature.slice(0, SIGNATURE_CHARACTERS)),
    });
    return fromEvmAddress(address);
  } catch {
    // No key is behind such a signature; the caller answers so.
    return undefined;
  }
}

/** Refuses what is too big, expires too late or does more than one thing. */
export function checkSizeAndTimes(transaction: SignedTransaction, headTimestampMs: number): void {
  if (encodeTransaction(transaction).length / 2 > TRANSACTION_BYTES_MAX) {
    throw new BroadcastError('TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.');
  }
  if (transaction.raw.expirationMs > headTimestampMs + EXPIRATION_MAX_MS) {
    throw new BroadcastError('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }
  if (transaction.raw.contracts.length !== 1) {
    throw new BroadcastError('OTHER_ERROR', 'Other error: Contract size is not equal 1');
  }
}

/** The refusal of a transaction whose contents do not hold in the current state. */
export function invalidContract(text: string): BroadcastError {
  return new BroadcastError('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`);
}

/** Refuses a fee limit that voters do not allow. */
export function checkFeeLimit(feeLimit: bigint): void {
  const max = PARAMETERS.getMaxFeeLimit;
  if (feeLimit < 0n || feeLimit > max) {
    throw invalidContract(`feeLimit must be >= 0 and <= ${max}`);
  }
}
