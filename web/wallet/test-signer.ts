import { concat, getAddress, isHex, keccak256, sha256, stringToBytes } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { TestChain, TestWallet } from './test-account.ts';
import { openDelegated } from './test-delegated.ts';
import { openKey, type Signer } from './test-key.ts';
import { type OtherOwner, openSafe, openSmartAccount, otherOwnerOf } from './test-safe.ts';

/** Opens a signer on a chain; its signatures are real ones. */
export function openSigner(wallet: TestWallet, chain: TestChain): Signer {
  const { contract } = wallet;
  const key = openKey(wallet.privateKey, chain);
  switch (contract?.kind) {
    case 'safe':
      return openSafe(contract, key);
    case 'smart_account':
      return openSmartAccount(contract, key);
    case 'delegated':
      return openDelegated(contract, key);
    default:
      return key.signer;
  }
}

/** An address with the checksum of its letters (EIP-55). */
export async function showAddress(address: string): Promise<string> {
  return getAddress(address);
}

/** What the other owner of a test Safe does with a proposal. */
export function openOtherOwner({ contract, privateKey }: TestWallet, chain: TestChain): OtherOwner {
  if (contract?.kind !== 'safe') throw new Error('This test wallet is no Safe.');
  return otherOwnerOf(contract, openKey(contract.otherKey, chain), openKey(privateKey, chain));
}

/** The signing half of the Tron test wallet: the same key, with the hashes of that network. */
export interface TronSigner {
  /** The account as twenty bytes, `0x` and hex. */
  readonly address: string;
  /** Signs the id of a transaction, which it makes from the bytes itself. */
  signBytes(hex: string): Promise<{ readonly txID: string; readonly signature: string }>;
  /** Signs a text as TronWeb's `signMessageV2` does. */
  signText(text: string): Promise<string>;
}

const TRON_PREFIX = '\x19TRON Signed Message:\n';

/** Opens a Tron signer; its signatures are real ones. */
export function openTronSigner(privateKey: string): TronSigner {
  if (!isHex(privateKey)) throw new Error('The test wallet has no key.');
  const signHash = (hash: `0x${string}`) => sign({ hash, privateKey, to: 'hex' });
  return {
    address: privateKeyToAccount(privateKey).address,
    async signBytes(hex) {
      const hash = sha256(`0x${hex}`);
      return { txID: hash.slice(2), signature: (await signHash(hash)).slice(2) };
    },
    async signText(text) {
      const bytes = stringToBytes(text);
      return await signHash(
        keccak256(concat([stringToBytes(`${TRON_PREFIX}${bytes.length}`), bytes])),
      );
    },
  };
}
