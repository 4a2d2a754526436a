import { type Address, type Hex, http, isAddress, isHex, numberToHex } from 'viem';
import { createBundlerClient, createPaymasterClient } from 'viem/account-abstraction';
import { z } from 'zod';
import { TEST_ACCOUNTS, type TestAccount } from '../../../src/sandbox/test-accounts.ts';
import { chainOf, delegate, smartAccountOf } from '../../support/smart-accounts.ts';
import type { ReachedWorld } from '../../support/world.ts';
import { type WalletHandler, WalletRefused } from './injected-wallet.ts';

/** A wallet that makes calls at once by operations of ERC-4337, and has them paid for by the paymaster that the page names. */
export interface SponsoredWallet {
  readonly handle: WalletHandler;
  /** What it was asked to send. */
  readonly asked: unknown[];
}

const hexText = z.string().refine((text): text is Hex => isHex(text));
const Sent = z.object({
  calls: z.array(
    z.object({
      to: z.string().refine((text): text is Address => isAddress(text)),
      data: hexText,
      value: hexText.transform(BigInt),
    }),
  ),
  capabilities: z.object({
    paymasterService: z.object({ url: z.string(), optional: z.literal(true) }),
  }),
});

const PRICES = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };

/** Numbers of EIP-5792. */
const PENDING = 100;
const DONE = 200;

/** A wallet of a key on the world's Sepolia, driven by the vendor's clients; its bundler is the world's. */
export async function sponsoredWallet(
  world: ReachedWorld,
  key: TestAccount,
): Promise<SponsoredWallet> {
  const found = world.sandbox.networks['sepolia'];
  const bundlerUrl = world.settings['BUNDLER_URL_SEPOLIA'];
  if (found === undefined || bundlerUrl === undefined) throw new Error('there is no bundler');
  const chain = chainOf(found);
  const account = await smartAccountOf(found, key);
  // It was upgraded before: the account that sends this transaction pays for it.
  await delegate(found, { key, sender: TEST_ACCOUNTS.unrelated });
  const transport = http(bundlerUrl);
  const { client } = account;
  const bundler = createBundlerClient({ account, client, chain, transport, pollingInterval: 50 });
  const asked: unknown[] = [];
  return {
    asked,
    async handle({ method, params }) {
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
          return [key.address];
        case 'wallet_getCapabilities': {
          const own = { atomic: { status: 'supported' }, paymasterService: { supported: true } };
          return { [numberToHex(chain.id)]: own };
        }
        case 'wallet_sendCalls': {
          asked.push(params[0]);
          const { calls, capabilities } = Sent.parse(params[0]);
          const { url } = capabilities.paymasterService;
          const paymaster = createPaymasterClient({ transport: http(url) });
          return { id: await bundler.sendUserOperation({ calls, paymaster, ...PRICES }) };
        }
        case 'wallet_getCallsStatus':
          return await statusOf(params[0], (hash) => bundler.getUserOperationReceipt({ hash }));
        case 'eth_sendTransaction':
          throw new WalletRefused(4200, 'This account sends operations alone');
        default:
          return await http(found.rpcUrl)({}).request({ method, params });
      }
    },
  };
}

type ReadReceipt = (hash: Hex) => Promise<{ readonly receipt: { readonly transactionHash: Hex } }>;

async function statusOf(id: unknown, read: ReadReceipt) {
  const { receipt } = await read(hexText.parse(id)).catch(() => ({ receipt: undefined }));
  if (receipt === undefined) return { id, status: PENDING };
  const receipts = [{ status: '0x1', transactionHash: receipt.transactionHash }];
  return { id, status: DONE, atomic: true, receipts };
}
