import { type TronHex, toBase58 } from './address.ts';
import { recoverSigner } from './check-transaction.ts';
import type { RequestParameters } from './http-request.ts';
import { isPermission, printPermission } from './permissions.ts';
import type { NodeParts, Routes } from './routes.ts';
import type { SignedTransaction } from './transaction.ts';
import { parseTransaction, printAddress, printTransaction } from './transaction-json.ts';

/** A signature or a permission that does not do, with the code that the node answers. */
class SignatureProblem extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** Shows, before a transaction is sent, who signed it and whether that is enough. */
export function signatureRoutes({ chain }: NodeParts): Routes {
  const requireAccount = (transaction: SignedTransaction) => {
    const owner = transaction.raw.contracts[0]?.action.ownerAddress ?? '';
    if (!chain.head().accounts.has(owner)) {
      throw new SignatureProblem('PERMISSION_ERROR', 'Account does not exist!');
    }
    return owner;
  };
  return {
    getsignweight: (request) =>
      answerSignatures(request, async (transaction, visible) => {
        const owner = requireAccount(transaction);
        const permission = transaction.raw.contracts[0]?.permissionId ?? 0;
        if (!isPermission(permission)) {
          throw new SignatureProblem('PERMISSION_ERROR', 'Permission for this, does not exist!');
        }
        const signers = await recoverSigners(transaction);
        requireOwner(signers, owner);
        return {
          permission: printPermission(permission, printAddress(owner, visible)),
          ...printSigners(signers, visible),
          ...(signers.length > 0 && { current_weight: 1 }),
          result: signers.length > 0 ? {} : { code: 'NOT_ENOUGH_PERMISSION' },
        };
      }),
    getapprovedlist: (request) =>
      answerSignatures(request, async (transaction, visible) => {
        requireAccount(transaction);
        return { ...printSigners(await recoverSigners(transaction), visible), result: {} };
      }),
  };
}

async function answerSignatures(
  request: RequestParameters,
  work: (transaction: SignedTransaction, visible: boolean) => Promise<Record<string, unknown>>,
): Promise<unknown> {
  const transaction = parseTransaction(request);
  const visible = request['visible'] === true;
  const echoed = {
    result: { result: true },
    txid: transaction.txId,
    transaction: printTransaction(transaction, visible),
  };
  try {
    return { ...(await work(transaction, visible)), transaction: echoed };
  } catch (error) {
    if (!(error instanceof SignatureProblem)) throw error;
    return { result: { code: error.code, message: error.message }, transaction: echoed };
  }
}

function recoverSigners({ txId, signatures }: SignedTransaction): Promise<readonly TronHex[]> {
  return Promise.all(
    signatures.map(async (signature) => {
      const signer = await recoverSigner(txId, signature);
      if (signer !== undefined) return signer;
      const text = `Signature size is ${signature.length / 2}`;
      throw new SignatureProblem('SIGNATURE_FORMAT_ERROR', text);
    }),
  );
}

function requireOwner(signers: readonly TronHex[], owner: TronHex): void {
  const other = signers.find((signer) => signer !== owner);
  if (other !== undefined) {
    const text = `is signed by ${toBase58(other)} but it is not contained of permission.`;
    throw new SignatureProblem('PERMISSION_ERROR', text);
  }
}

function printSigners(signers: readonly TronHex[], visible: boolean): Record<string, unknown> {
  if (signers.length === 0) return {};
  return { approved_list: signers.map((signer) => printAddress(signer, visible)) };
}
