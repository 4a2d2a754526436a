import {
  concat,
  createClient,
  hexToString,
  http,
  isAddress,
  isHex,
  keccak256,
  sha256,
  stringToBytes,
} from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { sendTransaction } from 'viem/actions';

/** The signing half of the test wallet. */
export interface Signer {
  readonly address: string;
  /** Signs a call with the key and sends it; answers the transaction's hash. */
  send(call: object): Promise<string>;
  /** Reads the text of a `personal_sign`, to be shown before it is signed. */
  readText(value: unknown): { readonly shown: string; sign(): Promise<string> };
  /** Passes anything else on to the node. */
  read(method: string, params: unknown): Promise<unknown>;
}

/** Opens a signer on a chain; its signatures are real ones. */
export function openSigner(privateKey: string, rpcPath: string): Signer {
  if (!isHex(privateKey)) throw new Error('The test wallet has no key.');
  const account = privateKeyToAccount(privateKey);
  const { request } = http(rpcPath)({});
  const client = createClient({ account, transport: http(rpcPath), pollingInterval: 1_000 });
  return {
    address: account.address,
    async send(call) {
      const to: unknown = Reflect.get(call, 'to');
      const data: unknown = Reflect.get(call, 'data');
      const readable =
        typeof to === 'string' && isAddress(to) && typeof data === 'string' && isHex(data);
      if (!readable) throw new Error('The test wallet signs calls of contracts only.');
      const value = BigInt(String(Reflect.get(call, 'value') ?? '0x0'));
      return await sendTransaction(client, { account, to, data, value, chain: null });
    },
    readText(value) {
      if (typeof value !== 'string') throw new Error('The test wallet signs texts only.');
      const shown = isHex(value) ? hexToString(value) : value;
      return { shown, sign: () => account.signMessage({ message: shown }) };
    },
    async read(method, params) {
      return await request({ method, params });
    },
  };
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
